/**
 * INV-SECRETS guards P19: tokens, nonces and session ids reach no event, snapshot, publication, pulse or log line, no
 * answer but that of their own member, and there no field but their own. Every secret of a simulated run carries a canary
 * text; those that were answered are known besides, so that a system whose secrets have none is watched too.
 */
import type { ServerFrame, SessionAnswer } from '../../src/ports/network.ts';
import { CANARY } from '../systems/canary.ts';
import type { Invariant, LinkFacts } from './invariant.ts';

/** Shorter ones are no secrets, whatever a system says, and may well be equal to something else. */
const SHORTEST_SECRET = 8;

type Owners = Map<string, string>;

export const secrets: Invariant = {
  id: 'INV-SECRETS',
  rules: ['P19'],
  summary: 'no token, nonce or session id leaves but in the answer to its own member',
  watch: (run) => {
    const owners: Owners = new Map();
    return {
      committed({ code, after, events }) {
        for (const event of events) {
          const field = leakIn(event, null);
          if (field === null) continue;
          const place = `in room ${code}, generation ${after.generation}`;
          run.violated(
            `P19: ${place}, ${event.kind} at sequence ${event.sequence} was committed with a secret in ${field}`,
          );
        }
      },
      published(target, { event, idempotencyKey }) {
        const field =
          leakIn(event, owners) ?? (isSecret(idempotencyKey, owners) ? 'its key' : null);
        if (field === null) return;
        run.violated(
          `P19: ${target} was given sequence ${event.sequence} of generation ${event.generation} with a secret in ${field}`,
        );
      },
      sent(link, frame) {
        const wrong = leakOnWire(link, frame, owners);
        if (wrong !== null) run.violated(wrong);
      },
      logged(line) {
        if (line.includes(CANARY))
          run.violated(`P19: a line was logged with a secret in it: ${masked(line)}`);
      },
    };
  },
};

const isSecret = (text: string, owners: Owners | null): boolean =>
  text.includes(CANARY) || (owners !== null && text.length >= SHORTEST_SECRET && owners.has(text));

/** The first field, however deep, whose text is or contains a secret. */
function leakIn(value: object, owners: Owners | null): string | null {
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const field = fields[name];
    if (typeof field === 'string') {
      if (isSecret(field, owners)) return name;
    } else if (typeof field === 'object' && field !== null) {
      const inner = leakIn(field, owners);
      if (inner !== null) return `${name}.${inner}`;
    }
  }
  return null;
}

function leakOnWire(link: LinkFacts, frame: ServerFrame, owners: Owners): string | null {
  const { member, connectionId } = link;
  if (frame.kind !== 'reply') {
    const field = leakIn(frame, owners);
    if (field === null) return null;
    return `P19: ${member} was sent ${aFrame(frame)} on ${connectionId} with a secret in ${field}`;
  }
  const { answer } = frame;
  if (answer.kind !== 'session') {
    const field = leakIn(answer, owners);
    if (field === null) return null;
    return `P19: ${member} was answered ${answer.kind} on ${connectionId} with a secret in ${field}`;
  }
  return misplacedSecret(answer, owners) ?? foreignSecret(link, answer, owners);
}

const aFrame = (frame: Exclude<ServerFrame, { readonly kind: 'reply' }>): string =>
  frame.kind === 'event' ? `event ${frame.event.sequence}` : 'a pulse';

/** In the three fields that are for secrets they belong; anywhere else not, not even its own member's. */
function misplacedSecret(
  { sync, connection, host, role, generation }: SessionAnswer,
  owners: Owners,
): string | null {
  const inSync = leakIn(sync, owners);
  const said = `P19: a session answer of generation ${generation} has a secret in`;
  if (inSync !== null) return `${said} sync.${inSync}`;
  if (connection !== null && isSecret(connection, owners)) return `${said} connection`;
  if (host !== null && isSecret(host, owners)) return `${said} host`;
  return isSecret(role, owners) ? `${said} role` : null;
}

function foreignSecret(
  { member, connectionId }: LinkFacts,
  { token, nonce, sessionId, generation }: SessionAnswer,
  owners: Owners,
): string | null {
  for (const secret of [token, nonce, sessionId]) {
    const owner = owners.get(secret);
    if (owner === undefined) {
      if (secret.length >= SHORTEST_SECRET) owners.set(secret, member);
    } else if (owner !== member) {
      return `P19: ${member} was sent a secret of ${owner} on ${connectionId}, in generation ${generation}`;
    }
  }
  return null;
}

/** The message is a report too. */
const masked = (line: string): string => line.replaceAll(new RegExp(`${CANARY}\\S*`, 'g'), '…');

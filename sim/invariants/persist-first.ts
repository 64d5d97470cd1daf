/**
 * INV-PERSIST-FIRST guards P4: whatever leaves shows only what had been committed, with exactly the committed content.
 * Events in frames, answers and publications are held against the log; snapshots, pulses and answers against the revisions
 * that the room has reached; and what a session answer says of role, host, term, epoch and connection against the room at
 * its revision (P16).
 */
import type { RoomCode } from '../../src/core/ids.ts';
import type { PublicEvent } from '../../src/core/view.ts';
import type { Answer, SessionAnswer } from '../../src/ports/network.ts';
import type { Invariant, LinkFacts } from './invariant.ts';
import { historyOf, type Reply, type RunHistory } from './run-history.ts';
import { showsExactly } from './shown-event.ts';
import type { Copy } from './wire-history.ts';

type Syncing = Extract<Answer, { readonly throughSequence: number }>;

export const persistFirst: Invariant = {
  id: 'INV-PERSIST-FIRST',
  rules: ['P4', 'P16'],
  summary: 'nothing is shown that was not committed before, and nothing is shown otherwise',
  watch: (run) => {
    const history = historyOf(run);
    return {
      requested: (link, frame) => history.requested(link, frame),
      committed: (commit) => {
        history.committed(commit);
      },
      published(target, { code, event }) {
        const wrong = wrongEvent(history, code, event);
        if (wrong !== null) run.violated(`P4: ${target} was given ${wrong}`);
      },
      sent(link, frame) {
        const { connectionId, member } = link;
        if (frame.kind === 'reply') {
          const reply = history.replied(link, frame);
          const wrong = reply === null ? null : wrongReply(history, link, reply);
          if (wrong !== null) run.violated(`P4: ${member} was answered ${wrong}`);
          return;
        }
        const code = history.wire.codeOf(connectionId);
        if (code === null) {
          run.violated(
            `P4: ${member} was sent an ${frame.kind} frame on ${connectionId}, which belongs to no room`,
          );
          return;
        }
        const wrong =
          frame.kind === 'event'
            ? wrongEvent(history, code, frame.event)
            : wrongRevision(history, code, frame.generation, frame.revision);
        if (wrong !== null) run.violated(`P4: ${member} was sent ${wrong}`);
      },
    };
  },
};

function wrongEvent(history: RunHistory, code: RoomCode, shown: PublicEvent): string | null {
  const { generation, sequence, kind } = shown;
  const event = history.generation(code, generation)?.events[sequence - 1];
  if (event !== undefined && showsExactly(shown, event)) return null;
  const said = `${kind} as sequence ${sequence} of generation ${generation} of room ${code}`;
  if (event === undefined) return `${said}, which was not committed`;
  return event.kind === kind
    ? `${said}, but not with the fields of the committed event`
    : `${said}, but ${event.kind} was committed there`;
}

function wrongRevision(
  history: RunHistory,
  code: RoomCode,
  generation: number,
  revision: number,
): string | null {
  const room = history.generation(code, generation);
  if (room?.reachedAt(revision) !== undefined) return null;
  return `revision ${revision} of generation ${generation} of room ${code}, which has stood at ${room?.head ?? 'none'}, never there`;
}

function wrongReply(
  history: RunHistory,
  { member }: LinkFacts,
  { frame: { answer }, copy }: Reply,
): string | null {
  if (copy === undefined || answer.kind === 'refused') return null;
  const { code } = copy.ask;
  const { generation } = answer;
  if (answer.kind === 'done') return wrongRevision(history, code, generation, answer.revision);
  return (
    wrongRevision(history, code, generation, answer.throughSequence) ??
    wrongSync(history, code, answer) ??
    (answer.kind === 'session' ? wrongSession(history, member, answer, copy) : null)
  );
}

function wrongSync(
  history: RunHistory,
  code: RoomCode,
  { generation, sync }: Syncing,
): string | null {
  if (sync.kind === 'snapshot') {
    return wrongRevision(history, code, sync.snapshot.generation, sync.snapshot.sequence);
  }
  for (const event of sync.events) {
    if (event.generation !== generation) {
      return `an event of generation ${event.generation} in generation ${generation} of room ${code}`;
    }
    const wrong = wrongEvent(history, code, event);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** P16: the answer is read at one revision, the one that its own commit reached. */
function wrongSession(
  history: RunHistory,
  member: string,
  answer: SessionAnswer,
  { ask: { code, request }, ambiguous }: Copy,
): string | null {
  if (ambiguous) return null;
  const { generation, epoch, connection, role, host, hostTerm, throughSequence } = answer;
  const room = history.generation(code, generation);
  const said = `a session of room ${code}, generation ${generation}, with epoch ${epoch}`;
  const facts = room?.epochOf(member, epoch);
  const view = room?.viewAt(throughSequence) ?? null;
  if (facts === undefined) return `${said}, which was not committed for it`;
  if (view === null) return `${said} at revision ${throughSequence}, which was not committed`;
  const attach = request.kind === 'attach';
  const revision = attach ? facts.attachedRevision : facts.revision;
  const attached = attach ? facts.attachedConnection : facts.connection;
  if (throughSequence !== revision) {
    return `${said} through ${throughSequence}, but its commit reached revision ${revision}`;
  }
  if (connection !== attached)
    return `${said} on connection ${connection}, but ${attached} was attached`;
  if (host !== view.host)
    return `${said} and host ${host}, but ${view.host} was host at that revision`;
  if (hostTerm !== view.hostTerm) {
    return `${said} and host term ${hostTerm}, but it was ${view.hostTerm} at that revision`;
  }
  const is = view.host === member ? 'host' : 'member';
  return role === is ? null : `${said} and role ${role}, but it was ${is} at that revision`;
}

/** Requests that must be refused, on a transport of their own (P14–P18, P23). */
import type { Settled } from '../../src/client/client-options.ts';
import {
  type MemberId,
  memberId,
  type RequestId,
  requestId,
  roomCode,
} from '../../src/core/ids.ts';
import type { StoredRequest, StoredSession } from '../../src/ports/client-storage.ts';
import type { ClientRequest, ServerFrame } from '../../src/ports/network.ts';
import type { RunningSystem } from '../system-under-test.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { Forgery, MemberPlan } from '../plan/plan.ts';
import type { RunningServer } from './link.ts';
import type { Network } from './network.ts';
import type { Page, PageStorage } from './page.ts';

type ReplyFrame = Extract<ServerFrame, { readonly kind: 'reply' }>;

/** A token, and what it was given for. */
interface Granted {
  readonly token: string;
  readonly generation: number;
  readonly epoch: number;
}

/** A member, as far as somebody who forges its requests knows it. */
export interface Forgeable {
  readonly plan: MemberPlan;
  readonly storage: PageStorage;
  readonly pages: readonly Page[];
  /** Of the last session answer that any of its pages got. */
  granted: Granted | null;
  /** Of the last one before it that was of another epoch. */
  earlierGranted: Granted | null;
  /** What was last answered, and not refused. */
  answered: StoredRequest | null;
}

export function noteAnswer(member: Forgeable, { requestId: id, answer }: ReplyFrame): void {
  const { pending, command } = member.storage.read();
  if (answer.kind === 'session') noteGrant(member, answer);
  if (answer.kind === 'refused') return;
  member.answered = [pending, command].find((sent) => sent?.requestId === id) ?? member.answered;
}

function noteGrant(member: Forgeable, { token, generation, epoch }: Granted): void {
  const { granted } = member;
  const isOther = granted?.epoch !== epoch || granted.generation !== generation;
  if (granted !== null && isOther) member.earlierGranted = granted;
  member.granted = { token, generation, epoch };
}

interface ForgeryWorld {
  readonly kernel: Scheduling;
  readonly system: RunningSystem;
  readonly network: Network;
  readonly servers: readonly RunningServer[];
  readonly settled: (member: string, settled: Settled) => void;
}

interface Forged {
  readonly member: MemberPlan;
  readonly requestId: RequestId;
  readonly request: ClientRequest;
}

interface Forging {
  readonly member: Forgeable;
  readonly others: readonly Forgeable[];
  readonly kind: Forgery;
  /** A fresh one. */
  readonly id: string;
}

/** Nothing happens where what it takes is not there yet. */
export function forge(world: ForgeryWorld, { member, others, kind, id }: Forging): void {
  const { plan, storage, granted, earlierGranted, answered, pages } = member;
  const { session } = storage.read();
  if (session === null) return;
  const code = roomCode(plan.room);
  const request = forgedRequest(kind, {
    memberId: memberId(plan.name),
    session,
    earlier: storage.earlier,
    others: sessionIn(plan.room, others),
    granted,
    earlierGranted,
    answered: answered?.request ?? null,
    hostTerm: pages.at(-1)?.client.view?.hostTerm ?? 1,
    revision: world.system.inspect(code)?.revision ?? 0,
    retainedFrom: world.system.retained(code).from,
  });
  if (request === null) return;
  const used = kind === 'reused-id' ? answered?.requestId : undefined;
  sendForged(world, { member: plan, requestId: used ?? requestId(id), request });
}

/** The session of somebody in the room; null: nobody has one. */
function sessionIn(room: string, members: readonly Forgeable[]): StoredSession | null {
  for (const { plan, storage } of members) {
    const { session } = storage.read();
    if (plan.room === room && session !== null) return session;
  }
  return null;
}

function sendForged(
  { kernel, network, servers, settled }: ForgeryWorld,
  { member, requestId: id, request }: Forged,
): void {
  const server = servers[kernel.choices.choose('value', servers.length)];
  if (server === undefined) return;
  const process = kernel.process(member.name);
  network.dial(member.name, process, server, {
    opened: (transport) =>
      transport.send({
        kind: 'request',
        code: roomCode(member.room),
        requestId: id,
        request,
      }),
    received: (frame) => {
      if (frame.kind !== 'reply') return;
      const result = frame.answer.kind === 'refused' ? frame.answer.code : 'accepted';
      settled(member.name, {
        requestId: id,
        kind: request.kind,
        result,
        generation: null,
      });
      for (const link of network.links) if (link.client === process) network.close(link);
    },
    closed: () => {},
  });
}

/** What the forger has of the member. */
interface Known {
  readonly memberId: MemberId;
  readonly session: StoredSession;
  /** The session before its nonce was last replaced; null: it never was. */
  readonly earlier: StoredSession | null;
  /** Of somebody else in the room; null: there is none. */
  readonly others: StoredSession | null;
  readonly granted: Granted | null;
  readonly earlierGranted: Granted | null;
  /** What it last asked and was answered; null: nothing. */
  readonly answered: ClientRequest | null;
  readonly hostTerm: number;
  /** Of the committed room. */
  readonly revision: number;
  /** The first sequence that retention still has. */
  readonly retainedFrom: number;
}

/** So far off that it does not come true while the request is under way. */
const FAR = 1_000;

/** Null: what it takes is not there yet. */
function forgedRequest(kind: Forgery, known: Known): ClientRequest | null {
  const { session, earlier, others, granted, earlierGranted, hostTerm, memberId } = known;
  const { sessionId, generation, nonce, epoch } = session;
  const resume = { kind: 'resume', sessionId, generation, nonce, cursor: null } as const;
  const attach = { kind: 'attach', generation, epoch, cursor: null } as const;
  const backfill = { kind: 'backfill', generation, epoch, cursor: 0 } as const;
  const leave = { kind: 'leave', generation, epoch } as const;
  const end = { kind: 'end', generation, epoch, hostTerm } as const;
  switch (kind) {
    case 'wrong-nonce':
      return { ...resume, nonce: `${nonce}0` };
    case 'used-nonce':
      return earlier === null ? null : { ...resume, ...proofOf(earlier) };
    case 'earlier-generation':
      return { ...resume, generation: generation - 1 };
    case 'later-generation':
      return { ...resume, generation: generation + FAR };
    case 'cursor-ahead':
      return { ...resume, cursor: 1_000_000 };
    case 'cursor-negative':
      return { ...resume, cursor: -1 };
    case 'session-of-another':
      return others === null ? null : { ...resume, ...proofOf(others) };
    case 'open-of-later-generation':
      return { kind: 'open', lastGeneration: generation + FAR };
    case 'join-of-earlier-generation':
      return { kind: 'join', generation: generation - 1 };
    case 'join-of-later-generation':
      return { kind: 'join', generation: generation + FAR };
    case 'second-attach':
      return granted === null ? null : { ...attach, token: granted.token };
    case 'attach-with-earlier-token':
      return earlierGranted === null ? null : { ...attach, token: earlierGranted.token };
    case 'attach-of-earlier-epoch':
      return earlierGranted === null ? null : { ...attach, ...earlierGranted };
    case 'backfill-ahead':
      return { ...backfill, cursor: known.revision + 1 };
    case 'backfill-of-earlier-generation':
      return { ...backfill, generation: generation - 1 };
    case 'backfill-of-later-generation':
      return { ...backfill, generation: generation + FAR };
    case 'backfill-of-everything':
      return backfill;
    case 'backfill-from-the-edge':
      return { ...backfill, cursor: known.retainedFrom - 1 };
    case 'backfill-before-the-edge':
      return known.retainedFrom < 2 ? null : { ...backfill, cursor: known.retainedFrom - 2 };
    case 'backfill-of-later-epoch':
      return { ...backfill, epoch: epoch + FAR };
    case 'reused-id':
      return known.answered === null ? null : another(known.answered, known);
    case 'leave-of-earlier-epoch':
      return { ...leave, epoch: epoch - 1 };
    case 'leave-of-later-epoch':
      return { ...leave, epoch: epoch + FAR };
    case 'leave-of-earlier-generation':
      return { ...leave, generation: generation - 1 };
    case 'leave-of-later-generation':
      return { ...leave, generation: generation + FAR };
    case 'end-of-earlier-term':
      return { ...end, hostTerm: hostTerm - 1 };
    case 'end-of-later-term':
      return { ...end, hostTerm: hostTerm + FAR };
    case 'end-of-later-epoch':
      return { ...end, epoch: epoch + FAR };
    case 'end-of-later-generation':
      return { ...end, generation: generation + FAR };
    case 'transfer-to-itself':
      return { ...end, kind: 'transfer', target: memberId };
  }
}

/** Another request whose id has the same scope: a code for open and join, else a generation (P20). */
function another(
  answered: ClientRequest,
  { memberId, session: { generation, epoch } }: Known,
): ClientRequest {
  switch (answered.kind) {
    case 'open':
      return { kind: 'join', generation: null };
    case 'join':
      return { kind: 'open', lastGeneration: generation };
    case 'remove':
    case 'transfer':
    case 'setEligible':
      return { ...answered, target: memberId };
    default:
      return { kind: 'leave', generation, epoch };
  }
}

const proofOf = ({
  sessionId,
  generation,
  nonce,
}: StoredSession): Pick<StoredSession, 'sessionId' | 'generation' | 'nonce'> => ({
  sessionId,
  generation,
  nonce,
});

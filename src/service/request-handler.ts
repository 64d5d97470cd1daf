/** Answers one request of a connection: reads it, has it committed, and makes the answer with its secrets (P16, P23). */
import { sync } from '../core/backfill.ts';
import type { Command } from '../core/command.ts';
import type { Attachment } from '../core/event.ts';
import { fencedReader } from '../core/fencing.ts';
import type { RoomCode } from '../core/ids.ts';
import type { RoomPolicy } from '../core/policy.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { SessionReply } from '../core/reply.ts';
import { isName } from '../core/well-formed.ts';
import type { Answer, RequestFrame, SessionAnswer } from '../ports/network.ts';
import { type LoadedLog, type RoomStore, StoreUnavailable } from '../ports/room-store.ts';
import type { Credentials } from './credentials.ts';
import type { HeldConnection } from './held-connection.ts';
import type { LobbyService, Outcome } from './lobby-service.ts';
import { readRequest } from './request-reader.ts';

type BackfillRequest = Extract<RequestFrame['request'], { readonly kind: 'backfill' }>;

export class RequestHandler {
  readonly #service: LobbyService;
  readonly #store: RoomStore;
  readonly #credentials: Credentials;
  readonly #policyOf: (code: RoomCode) => RoomPolicy;
  readonly #listen: (held: HeldConnection, code: RoomCode) => void;

  constructor(
    service: LobbyService,
    store: RoomStore,
    credentials: Credentials,
    policyOf: (code: RoomCode) => RoomPolicy,
    listen: (held: HeldConnection, code: RoomCode) => void,
  ) {
    this.#service = service;
    this.#store = store;
    this.#credentials = credentials;
    this.#policyOf = policyOf;
    this.#listen = listen;
  }

  async handle(held: HeldConnection, frame: RequestFrame, transport: Attachment): Promise<Answer> {
    const { code, request } = frame;
    if (!isName(code) || !isName(frame.requestId)) return refusal('invalid_request');
    if (request.kind === 'backfill') return this.#backfill(held, code, request);
    const asked = { code, requestId: frame.requestId, memberId: held.connection.memberId };
    const policy = this.#policyOf(code);
    const command = readRequest(request, asked, transport, this.#credentials, policy);
    if (typeof command === 'string') return refusal(command);
    if (attaches(command)) this.#listen(held, code);
    return this.#answer(held, code, await this.#service.handle(command));
  }

  #answer(held: HeldConnection, code: RoomCode, outcome: Outcome): Answer {
    if (outcome.kind === 'nothing') throw new Error('P3: a request came to nothing');
    if (outcome.kind === 'refused' || outcome.kind === 'done') return outcome;
    if (outcome.connection === held.connection.connectionId) {
      const { generation, memberId, epoch, throughSequence } = outcome;
      held.session = { code, generation, memberId, epoch, throughSequence };
    }
    return this.#sessionAnswer(code, outcome);
  }

  /** P20: the recorded reply, with the secrets made again. */
  #sessionAnswer(code: RoomCode, reply: SessionReply): SessionAnswer {
    const { memberId, session, ...rest } = reply;
    const { generation, epoch } = rest;
    return {
      ...rest,
      sessionId: this.#credentials.sessionId(generation, memberId, session),
      nonce: this.#credentials.nonce(generation, session, epoch),
      token: this.#credentials.token(code, reply),
    };
  }

  /** P23: for a live session of this generation only; state and events are one read. */
  async #backfill(held: HeldConnection, code: RoomCode, asked: BackfillRequest): Promise<Answer> {
    try {
      const loaded = await this.#store.loadLog(code, asked.cursor);
      return backfillAnswer(loaded, held, asked);
    } catch (error) {
      if (error instanceof StoreUnavailable) return refusal('unavailable');
      throw error;
    }
  }
}

function backfillAnswer(
  { state, log }: LoadedLog,
  held: HeldConnection,
  asked: BackfillRequest,
): Answer {
  if (state === null) return refusal('unknown_room');
  if (state.generation !== asked.generation) return refusal('stale_generation');
  const denied = fencedReader(state, held.connection.memberId, asked.epoch);
  if (denied !== null) return refusal(denied);
  const answer = sync(state, log, asked.cursor);
  if (answer === null) return refusal('invalid_cursor');
  const { generation, revision } = state;
  return { kind: 'backfill', generation, throughSequence: revision, sync: answer };
}

/** Whether the command may bind the connection to the room, if it is not bound already. */
const attaches = ({ kind }: Command): boolean =>
  kind === 'open' || kind === 'join' || kind === 'resume' || kind === 'attach';

const refusal = (code: RefusalCode): Answer => ({ kind: 'refused', code, generation: null });

/** What was asked and answered on the connections of a run, kept so that it can be looked up. For invariants only. */
import type { RoomCode } from '../../src/core/ids.ts';
import type { ClientRequest, RequestFrame, SessionAnswer } from '../../src/ports/network.ts';
import type { LinkFacts } from './invariant.ts';

/** One request of a member; its repetitions are the same one (P20). Instants are those of `RunHistory`. */
export interface Ask {
  readonly requestId: string;
  readonly member: string;
  readonly code: RoomCode;
  readonly request: ClientRequest;
  readonly first: number;
  /** The cursors that its copies named: they are no part of what it is. */
  readonly cursors: (number | null)[];
  /** The connections on which it was sent. */
  readonly sentOn: Set<string>;
  /** Another command under the same id, earlier. */
  readonly other: Ask | null;
  /** An effect was attributed to it. */
  spent: boolean;
}

/** A request on one connection, with what the store held when it was first sent there. */
export interface Copy {
  readonly ask: Ask;
  readonly first: number;
  /** The latest generation of the code; 0: none. */
  readonly generation: number;
  readonly revision: number;
  readonly closed: boolean;
  /** Another command was sent under the same id on this connection: answers cannot be told apart. */
  ambiguous: boolean;
}

/** What an accepted session answer gave its member. */
export interface Grant {
  readonly member: string;
  readonly code: RoomCode;
  readonly generation: number;
  readonly epoch: number;
  readonly nonce: string;
  readonly sessionId: string;
  readonly token: string;
}

/** What the store holds of a code. */
export interface Standing {
  readonly generation: number;
  readonly revision: number;
  readonly closed: boolean;
}

export type ResumeAsk = Ask & { readonly request: Extract<ClientRequest, { kind: 'resume' }> };

interface LinkHistory {
  readonly copies: Map<string, Copy>;
  /** The room whose session its member last asked for on it. */
  code: RoomCode | null;
}

interface MemberAsks {
  readonly leaves: Ask[];
  readonly attaches: Ask[];
  readonly hostOnly: Ask[];
}

export class WireHistory {
  readonly #links = new Map<string, LinkHistory>();
  readonly #asks = new Map<string, Ask>();
  readonly #byMember = new Map<string, MemberAsks>();
  readonly #resumes = new Map<string, ResumeAsk[]>();
  readonly #grants = new Map<string, Grant>();
  readonly #byNonce = new Map<string, Grant>();
  readonly #bySessionId = new Map<string, Grant>();
  readonly #byToken = new Map<string, Grant>();

  requested(link: LinkFacts, frame: RequestFrame, instant: number, standing: Standing): void {
    const ask = this.#askOf(link.member, frame, instant);
    ask.sentOn.add(link.connectionId);
    if ('cursor' in frame.request && !ask.cursors.includes(frame.request.cursor)) {
      ask.cursors.push(frame.request.cursor);
    }
    const history = this.#link(link.connectionId);
    if (asksForSession(frame.request.kind)) history.code = frame.code;
    const known = history.copies.get(frame.requestId);
    if (known === undefined) {
      const copy = { ask, first: instant, ...standing, ambiguous: false };
      history.copies.set(frame.requestId, copy);
    } else if (known.ask !== ask) known.ambiguous = true;
  }

  granted(link: LinkFacts, code: RoomCode, answer: SessionAnswer): void {
    const { generation, epoch, nonce, sessionId, token } = answer;
    const { member } = link;
    const grant = { member, code, generation, epoch, nonce, sessionId, token };
    const key = grantKey(code, generation, member, epoch);
    if (!this.#grants.has(key)) this.#grants.set(key, grant);
    if (!this.#byNonce.has(nonce)) this.#byNonce.set(nonce, grant);
    if (!this.#bySessionId.has(sessionId)) this.#bySessionId.set(sessionId, grant);
    if (!this.#byToken.has(token)) this.#byToken.set(token, grant);
  }

  /** The room to which the connection belongs; null: nothing was asked on it. */
  codeOf(connectionId: string): RoomCode | null {
    return this.#links.get(connectionId)?.code ?? null;
  }

  copyOf(connectionId: string, requestId: string): Copy | undefined {
    return this.#links.get(connectionId)?.copies.get(requestId);
  }

  /** The last command that was asked under an id. */
  askOf(requestId: string): Ask | undefined {
    return this.#asks.get(requestId);
  }

  leavesOf(member: string): readonly Ask[] {
    return this.#byMember.get(member)?.leaves ?? [];
  }

  attachesOf(member: string): readonly Ask[] {
    return this.#byMember.get(member)?.attaches ?? [];
  }

  hostOnlyOf(member: string): readonly Ask[] {
    return this.#byMember.get(member)?.hostOnly ?? [];
  }

  /** The resumes that present a nonce. */
  resumesWith(nonce: string): readonly ResumeAsk[] {
    return this.#resumes.get(nonce) ?? [];
  }

  /** The resumes that were sent on a connection. */
  resumesOn(connectionId: string): readonly ResumeAsk[] {
    const copies = this.#links.get(connectionId)?.copies.values() ?? [];
    return [...copies].map(({ ask }) => ask).filter(isResume);
  }

  /** What was first answered for an epoch. */
  grantOf(code: RoomCode, generation: number, member: string, epoch: number): Grant | undefined {
    return this.#grants.get(grantKey(code, generation, member, epoch));
  }

  /** For whom the secret was first given out. */
  grantByNonce(nonce: string): Grant | undefined {
    return this.#byNonce.get(nonce);
  }

  grantBySessionId(sessionId: string): Grant | undefined {
    return this.#bySessionId.get(sessionId);
  }

  grantByToken(token: string): Grant | undefined {
    return this.#byToken.get(token);
  }

  #link(connectionId: string): LinkHistory {
    const known = this.#links.get(connectionId);
    if (known !== undefined) return known;
    const created = { copies: new Map<string, Copy>(), code: null };
    this.#links.set(connectionId, created);
    return created;
  }

  #askOf(member: string, { code, requestId, request }: RequestFrame, first: number): Ask {
    const last = this.#asks.get(requestId) ?? null;
    for (let known = last; known !== null; known = known.other) {
      if (known.member === member && known.code === code && sameCommand(known.request, request)) {
        return known;
      }
    }
    const ask: Ask = {
      requestId,
      member,
      code,
      request,
      first,
      cursors: [],
      sentOn: new Set(),
      other: last,
      spent: false,
    };
    this.#asks.set(requestId, ask);
    this.#index(ask);
    return ask;
  }

  #index(ask: Ask): void {
    if (isResume(ask)) {
      const { nonce } = ask.request;
      const same = this.#resumes.get(nonce);
      if (same === undefined) this.#resumes.set(nonce, [ask]);
      else same.push(ask);
      return;
    }
    const list = this.#listFor(ask);
    list?.push(ask);
  }

  #listFor({ member, request: { kind } }: Ask): Ask[] | null {
    if (kind === 'open' || kind === 'join' || kind === 'resume' || kind === 'backfill') return null;
    let asks = this.#byMember.get(member);
    if (asks === undefined) {
      asks = { leaves: [], attaches: [], hostOnly: [] };
      this.#byMember.set(member, asks);
    }
    if (kind === 'leave') return asks.leaves;
    return kind === 'attach' ? asks.attaches : asks.hostOnly;
  }
}

const isResume = (ask: Ask): ask is ResumeAsk => ask.request.kind === 'resume';

const asksForSession = (kind: ClientRequest['kind']): boolean =>
  kind === 'open' || kind === 'join' || kind === 'resume' || kind === 'attach';

const grantKey = (code: string, generation: number, member: string, epoch: number): string =>
  `${code} ${generation} ${member} ${epoch}`;

/** P20: connection and cursor are no part of what a command is; nor is a token, which is minted anew. */
function sameCommand(a: ClientRequest, b: ClientRequest): boolean {
  const others = new Map<string, unknown>(Object.entries(b));
  for (const [name, value] of Object.entries(a)) {
    if (name !== 'cursor' && name !== 'token' && others.get(name) !== value) return false;
  }
  return true;
}

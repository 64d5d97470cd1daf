/**
 * Session ids, nonces and tokens (P16, P19, P20). Nothing of them is stored: each is a keyed hash of public facts, which
 * it carries in front, so that it is checked without a look at the room, and made again for a repeated request.
 */
import { type MemberId, memberId, type RequestId, requestId, type RoomCode } from '../core/ids.ts';
import type { SessionReply } from '../core/reply.ts';
import type { Signer } from '../ports/signer.ts';

export interface SessionProof {
  readonly memberId: MemberId;
  readonly session: RequestId;
}

export class Credentials {
  readonly #signer: Signer;
  readonly #tokenTtlMs: number;

  constructor(signer: Signer, tokenTtlMs: number) {
    this.#signer = signer;
    this.#tokenTtlMs = tokenTtlMs;
  }

  sessionId(generation: number, member: MemberId, session: RequestId): string {
    const body = `${encodeURIComponent(member)}/${encodeURIComponent(session)}`;
    return `${body}/${this.#signer.mac(`session ${generation} ${body}`)}`;
  }

  /** Whose session the id proves; null: it is forged, or of another generation. */
  provedSession(id: string, generation: number): SessionProof | null {
    const [member, session] = id.split('/').map(decoded);
    if (member === undefined || session === undefined) return null;
    const proof = { memberId: memberId(member), session: requestId(session) };
    return this.sessionId(generation, proof.memberId, proof.session) === id ? proof : null;
  }

  /** A nonce is used once: it belongs to one epoch, and using it raises the epoch. */
  nonce(generation: number, session: RequestId, epoch: number): string {
    return `${epoch}/${this.#signer.mac(`nonce ${generation} ${session} ${epoch}`)}`;
  }

  /** The epoch whose nonce this is; null: it is forged. */
  provedEpoch(nonce: string, generation: number, session: RequestId): number | null {
    const epoch = Number(nonce.slice(0, nonce.indexOf('/')));
    if (!Number.isSafeInteger(epoch)) return null;
    return this.nonce(generation, session, epoch) === nonce ? epoch : null;
  }

  /** Minted from committed state, after the commit. */
  token(code: RoomCode, reply: SessionReply): string {
    const { generation, memberId: member, epoch, role } = reply;
    const claims = {
      code,
      generation,
      memberId: member,
      epoch,
      role,
      scope: 'room',
      audience: code,
    };
    return this.#signer.mint(claims, this.#tokenTtlMs);
  }

  /** P19: signature, audience, expiry, generation and epoch; whatever the role in it says. */
  tokenHolds(
    token: string,
    room: { code: RoomCode; generation: number; memberId: MemberId; epoch: number },
  ): boolean {
    const claims = this.#signer.verify(token, room.code);
    return (
      claims !== null &&
      claims.code === room.code &&
      claims.generation === room.generation &&
      claims.memberId === room.memberId &&
      claims.epoch === room.epoch
    );
  }
}

/** Whatever a client made up is decoded, or is no part of a session id. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

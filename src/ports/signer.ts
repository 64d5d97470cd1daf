/** Secrets and tokens, made from a key that only servers hold (P19, P20). Synchronous: no thread pool under simulation. */
import type { MemberId, RoomCode } from '../core/ids.ts';

/** What a token says. The role is a hint: it never settles who is host. */
export interface TokenClaims {
  readonly code: RoomCode;
  readonly generation: number;
  readonly memberId: MemberId;
  readonly epoch: number;
  readonly role: 'host' | 'member';
  readonly scope: string;
  readonly audience: string;
}

export interface Signer {
  /** A keyed hash of `message`, URL-safe. */
  mac(message: string): string;
  /** A signed token that expires `ttlMs` after now. */
  mint(claims: TokenClaims, ttlMs: number): string;
  /** The claims of a token of this audience whose signature holds and which has not expired; null otherwise. */
  verify(token: string, audience: string): TokenClaims | null;
}

/** The signer of a simulated run: keyed, deterministic, cheap, and no more secure than that. Its secrets carry the canary. */
import { memberId, roomCode } from '../../src/core/ids.ts';
import type { Signer, TokenClaims } from '../../src/ports/signer.ts';
import { Digest } from '../kernel/digest.ts';
import { CANARY } from './canary.ts';

const SEPARATOR = '|';

export class SimSigner implements Signer {
  readonly #key: string;
  readonly #nowMs: () => number;
  readonly #digest = new Digest();

  constructor(key: string, nowMs: () => number) {
    this.#key = key;
    this.#nowMs = nowMs;
  }

  mac(message: string): string {
    this.#digest.reset();
    this.#digest.text(this.#key);
    this.#digest.text(message);
    return CANARY + this.#digest.hex();
  }

  mint(claims: TokenClaims, ttlMs: number): string {
    const { code, generation, memberId: member, epoch, role, scope, audience } = claims;
    const expires = this.#nowMs() + ttlMs;
    const body = [code, generation, member, epoch, role, scope, audience, expires].join(SEPARATOR);
    return `${body}${SEPARATOR}${this.mac(body)}`;
  }

  verify(token: string, audience: string): TokenClaims | null {
    const end = token.lastIndexOf(SEPARATOR);
    const body = token.slice(0, end);
    if (this.mac(body) !== token.slice(end + 1)) return null;
    const [code, generation, member, epoch, role, scope, meant, expires] = body.split(SEPARATOR);
    if (meant !== audience || Number(expires) <= this.#nowMs()) return null;
    return {
      code: roomCode(code ?? ''),
      generation: Number(generation),
      memberId: memberId(member ?? ''),
      epoch: Number(epoch),
      role: role === 'host' ? 'host' : 'member',
      scope: scope ?? '',
      audience: meant,
    };
  }
}

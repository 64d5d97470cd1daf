/**
 * A rolling 64-bit hash of numbers: two 32-bit lanes, each a multiply-and-rotate mixer with its own constants (the
 * round of MurmurHash3, Austin Appleby, public domain). Not cryptographic; the same on every engine.
 */
export class Digest {
  #low = 0x9e3779b9;
  #high = 0x85ebca6b;

  /** Mixes in one number; only its low 32 bits count. */
  add(word: number): void {
    let a = Math.imul(word, 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    a = this.#low ^ Math.imul(a, 0x1b873593);
    this.#low = (Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64) | 0;
    let b = Math.imul(word ^ 0x5bd1e995, 0x38b34ae5);
    b = (b << 16) | (b >>> 16);
    b = this.#high ^ Math.imul(b, 0xa1e38b93);
    this.#high = (Math.imul((b << 17) | (b >>> 15), 5) + 0x52dce729) | 0;
  }

  /** Mixes in a text, character by character, and its length. */
  text(text: string): void {
    for (let i = 0; i < text.length; i++) this.add(text.charCodeAt(i));
    this.add(text.length);
  }

  /** The value so far, as an unsigned 64-bit number. */
  value(): bigint {
    return (BigInt(finish(this.#high)) << 32n) | BigInt(finish(this.#low));
  }

  /** The same as 16 lower-case hex digits. */
  hex(): string {
    return hex32(finish(this.#high)) + hex32(finish(this.#low));
  }

  reset(): void {
    this.#low = 0x9e3779b9;
    this.#high = 0x85ebca6b;
  }
}

function finish(lane: number): number {
  let h = lane;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hex32 = (value: number): string => value.toString(16).padStart(8, '0');

/** 16 lower-case hex digits. */
export const hex64 = (value: bigint): string => value.toString(16).padStart(16, '0');

/** Sums do not depend on order, so that shards and threads add up (harness §6). */
export const addDigests = (a: bigint, b: bigint): bigint => (a + b) & 0xffff_ffff_ffff_ffffn;

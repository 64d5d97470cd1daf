/** Seeds and text hashes: pure functions of their inputs, the same on every engine (harness §6). */
import { Digest, hex64 } from '../kernel/digest.ts';

/** The 32-bit seed of one run: a function of base seed, scenario and index, and of nothing else. */
export function seedOf(base: number, scenarioName: string, index: number): number {
  const digest = new Digest();
  for (const number of [base, index]) {
    digest.add(number);
    digest.add(Math.floor(number / 4_294_967_296));
  }
  digest.text(scenarioName);
  return Number(digest.value() & 0xffff_ffffn);
}

/** 8 hex digits; the kind of line ending does not count. */
export function textHash(text: string): string {
  const digest = new Digest();
  digest.text(text.replaceAll('\r\n', '\n'));
  return hex64(digest.value()).slice(8);
}

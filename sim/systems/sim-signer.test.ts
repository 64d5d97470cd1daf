import { describe, expect, it } from 'vitest';
import { memberId, roomCode } from '../../src/core/ids.ts';
import type { TokenClaims } from '../../src/ports/signer.ts';
import { CANARY } from './canary.ts';
import { SimSigner } from './sim-signer.ts';

const CLAIMS: TokenClaims = {
  code: roomCode('lobby'),
  generation: 2,
  memberId: memberId('ana'),
  epoch: 3,
  role: 'host',
  scope: 'play',
  audience: 'lobby-api',
};

describe('the signer of a run', () => {
  it('P19: a token says what it was minted for, to its audience, until it ends', () => {
    let now = 1_000;
    const signer = new SimSigner('key', () => now);
    const token = signer.mint(CLAIMS, 500);
    expect(signer.verify(token, 'lobby-api')).toEqual(CLAIMS);
    expect(signer.verify(token, 'another')).toBeNull();
    now = 1_499;
    expect(signer.verify(token, 'lobby-api')).toEqual(CLAIMS);
    now = 1_500;
    expect(signer.verify(token, 'lobby-api')).toBeNull();
  });

  it('P19: one changed character, another key, or no token at all is refused', () => {
    const signer = new SimSigner('key', () => 0);
    const token = signer.mint(CLAIMS, 500);
    for (let i = 0; i < token.length; i++) {
      const forged = `${token.slice(0, i)}${token[i] === '0' ? '1' : '0'}${token.slice(i + 1)}`;
      expect(signer.verify(forged, 'lobby-api')).toBeNull();
    }
    expect(new SimSigner('other key', () => 0).verify(token, 'lobby-api')).toBeNull();
    for (const text of ['', '|', token.slice(1), `${token}0`])
      expect(signer.verify(text, 'lobby-api')).toBeNull();
  });

  it('P19: every secret carries the canary', () => {
    const signer = new SimSigner('key', () => 0);
    expect(signer.mac('a nonce')).toContain(CANARY);
    expect(signer.mint(CLAIMS, 1)).toContain(CANARY);
  });

  it('P20: a message has the same mac whenever it is asked for, and another message another', () => {
    const signer = new SimSigner('key', () => 0);
    const first = signer.mac('a');
    expect(signer.mac('b')).not.toBe(first);
    expect(signer.mac('a')).toBe(first);
  });
});

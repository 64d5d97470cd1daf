/** P20: when two requests under one id are the same command. */
import { describe, expect, it } from 'vitest';
import { type CommandOf, commandIdentity, requestScope } from './command.ts';
import { connectionId, instanceId, memberId, requestId } from './ids.ts';
import { CODE, POLICY } from './room-driver.test-suite.ts';

const asked = { code: CODE, requestId: requestId('r') };
const ann = memberId('ann');
const bob = memberId('bob');
const transport = { connectionId: connectionId('c'), instanceId: instanceId('i') };

const open: CommandOf<'open'> = {
  ...asked,
  kind: 'open',
  memberId: ann,
  lastGeneration: 0,
  policy: POLICY,
  transport,
};
const join: CommandOf<'join'> = { ...asked, kind: 'join', memberId: ann, generation: 1, transport };
const resume: CommandOf<'resume'> = {
  ...asked,
  kind: 'resume',
  memberId: ann,
  generation: 1,
  session: { memberId: ann, session: requestId('s') },
  nonceEpoch: 3,
  cursor: 7,
  transport,
};
const fencing = { memberId: ann, generation: 1, epoch: 2 };
const leave: CommandOf<'leave'> = { ...asked, kind: 'leave', ...fencing };
const host = { kind: 'host', ...fencing, hostTerm: 4 } as const;
const operator = { kind: 'operator', generation: 1 } as const;
const remove: CommandOf<'remove'> = { ...asked, kind: 'remove', authority: host, target: bob };
const setEligible: CommandOf<'setEligible'> = {
  ...asked,
  kind: 'setEligible',
  authority: host,
  target: bob,
  eligible: true,
};
const transfer: CommandOf<'transfer'> = { ...remove, kind: 'transfer' };
const end: CommandOf<'end'> = { ...asked, kind: 'end', authority: host };

const ALL = [open, join, resume, leave, remove, setEligible, transfer, end];

describe('P20: command identity', () => {
  it('P20: leaves out connection and cursor, and whether there is a transport', () => {
    const elsewhere = { connectionId: connectionId('d'), instanceId: instanceId('j') };
    for (const command of [open, join, resume]) {
      const identity = commandIdentity(command);
      expect(commandIdentity({ ...command, transport: elsewhere })).toBe(identity);
      expect(commandIdentity({ ...command, transport: null })).toBe(identity);
    }
    expect(commandIdentity({ ...resume, cursor: null })).toBe(commandIdentity(resume));
  });

  it("P13: leaves out the policy, which is the server's and may change between two copies", () => {
    const policy = { ...POLICY, succession: 'immediate' } as const;
    expect(commandIdentity({ ...open, policy })).toBe(commandIdentity(open));
  });

  it.each([
    ['open: member', open, { ...open, memberId: bob }],
    ['open: last generation', open, { ...open, lastGeneration: 1 }],
    ['join: member', join, { ...join, memberId: bob }],
    ['join: generation', join, { ...join, generation: null }],
    ['resume: member', resume, { ...resume, memberId: bob }],
    ['resume: generation', resume, { ...resume, generation: 2 }],
    ['resume: session', resume, { ...resume, session: null }],
    ['resume: nonce', resume, { ...resume, nonceEpoch: 4 }],
    ['leave: member', leave, { ...leave, memberId: bob }],
    ['leave: epoch', leave, { ...leave, epoch: 3 }],
    ['remove: target', remove, { ...remove, target: ann }],
    ['remove: who asks', remove, { ...remove, authority: operator }],
    ['remove: host term', remove, { ...remove, authority: { ...host, hostTerm: 5 } }],
    ['setEligible: target', setEligible, { ...setEligible, target: ann }],
    ['setEligible: value', setEligible, { ...setEligible, eligible: false }],
    ['transfer: target', transfer, { ...transfer, target: ann }],
    ['transfer is not remove', transfer, remove],
    ['end: epoch', end, { ...end, authority: { ...host, epoch: 3 } }],
    ['end: generation', end, { ...end, authority: { ...operator, generation: 2 } }],
  ] as const)('P20: tells apart by %s', (_, one, other) => {
    expect(commandIdentity(other)).not.toBe(commandIdentity(one));
  });

  it('P20: no two kinds are the same command', () => {
    expect(new Set(ALL.map(commandIdentity)).size).toBe(ALL.length);
  });

  it('P20: open and join are recognised within the code, the rest within the generation', () => {
    expect(ALL.map((command) => [command.kind, requestScope(command)])).toEqual([
      ['open', 'code'],
      ['join', 'code'],
      ['resume', 'generation'],
      ['leave', 'generation'],
      ['remove', 'generation'],
      ['setEligible', 'generation'],
      ['transfer', 'generation'],
      ['end', 'generation'],
    ]);
  });
});

/**
 * The rule of succession knows an order and no eligibility: that the next in line is barred is found when it should take
 * over, and then there is nothing left to do but to close (F05).
 */
import type { Command } from '../../src/core/command.ts';
import { decide, type Decision } from '../../src/core/decide.ts';
import type { DecisionContext } from '../../src/core/draft.ts';
import { requestId } from '../../src/core/ids.ts';
import { hostOf, isConnected, type Member, type RoomState } from '../../src/core/state.ts';
import type { Variant } from './variant.ts';

export const nextInLineOrNobody: Variant = {
  id: 'next-in-line-or-nobody',
  summary: 'closes the room when the host goes and the next in line is barred from being host',
  rules: ['P7', 'P9'],
  caughtBy: ['INV-HOST-ONLY'],
  breaks: ['f05-the-next-in-line-is-barred', 'f05-nobody-may-follow'],
  lobby: { decide: decideByOrder },
};

function decideByOrder(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  const host = state === null ? undefined : hostOf(state);
  const barred = state !== null && nextInLine(state)?.eligible === false;
  if (host === undefined || !barred || !isCloseOf(host, command)) {
    return decide(state, command, context);
  }
  return decide(state, ending(state, host), context);
}

const isCloseOf = ({ attachment }: Member, command: Command): boolean =>
  command.kind === 'disconnect' && command.connectionId === attachment?.connectionId;

const nextInLine = ({ members, host }: RoomState): Member | undefined =>
  members.find((member) => member.memberId !== host && isConnected(member));

function ending({ code, generation, revision, hostTerm }: RoomState, host: Member): Command {
  const { memberId, epoch } = host;
  const authority = { kind: 'host', memberId, generation, epoch, hostTerm } as const;
  return { kind: 'end', code, requestId: requestId(`end.${generation}.${revision}`), authority };
}

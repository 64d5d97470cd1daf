/** A resume that must be refused, on a transport of its own (P15, P16, P18). */
import type { Settled } from '../../src/client/client-options.ts';
import { requestId, roomCode } from '../../src/core/ids.ts';
import type { StoredSession } from '../../src/ports/client-storage.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { MemberAction, MemberPlan } from '../plan/plan.ts';
import type { RunningServer } from './link.ts';
import type { Network } from './network.ts';

/** What is wrong with the credentials. */
export type Forgery = Extract<MemberAction, { readonly does: 'forge' }>['with'];

interface ForgeryWorld {
  readonly kernel: Scheduling;
  readonly network: Network;
  readonly servers: readonly RunningServer[];
  readonly settled: (member: string, settled: Settled) => void;
}

interface ForgedResume {
  readonly member: MemberPlan;
  readonly requestId: string;
  readonly session: StoredSession;
}

export function forgeResume(
  { kernel, network, servers, settled }: ForgeryWorld,
  { member, requestId: id, session }: ForgedResume,
): void {
  const server = servers[kernel.choices.choose('value', servers.length)];
  if (server === undefined) return;
  const process = kernel.process(member.name);
  const { sessionId, generation, nonce } = session;
  network.dial(member.name, process, server, {
    opened: (transport) =>
      transport.send({
        kind: 'request',
        code: roomCode(member.room),
        requestId: requestId(id),
        request: { kind: 'resume', cursor: null, sessionId, generation, nonce },
      }),
    received: (frame) => {
      if (frame.kind !== 'reply') return;
      const result = frame.answer.kind === 'refused' ? frame.answer.code : 'accepted';
      settled(member.name, { requestId: requestId(id), kind: 'resume', result, generation: null });
      for (const link of network.links) if (link.client === process) network.close(link);
    },
    closed: () => {},
  });
}

export function tampered(
  session: StoredSession,
  kind: 'wrong-nonce' | 'used-nonce' | 'earlier-generation',
): StoredSession {
  switch (kind) {
    case 'wrong-nonce':
      return { ...session, nonce: `${session.nonce}0` };
    case 'used-nonce':
      return session;
    case 'earlier-generation':
      return { ...session, generation: session.generation - 1 };
  }
}

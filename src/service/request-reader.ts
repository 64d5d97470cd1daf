/** Turns what a client sent into a command whose identities and secrets are proved (P14–P16, P19). */
import type { Command, CommandOf, HostCommand } from '../core/command.ts';
import type { Attachment } from '../core/event.ts';
import type { MemberId, RequestId, RoomCode } from '../core/ids.ts';
import type { RoomPolicy } from '../core/policy.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { ClientRequest } from '../ports/network.ts';
import type { Credentials } from './credentials.ts';

export type RoomRequest = Exclude<ClientRequest, { readonly kind: 'backfill' }>;

/** Who asks, for which room, under which id. */
export interface Asked {
  readonly code: RoomCode;
  readonly requestId: RequestId;
  /** As which the connection was authenticated. */
  readonly memberId: MemberId;
}

/** `policy` is the server's setting for the room: no client has a say in it (P13). */
export function readRequest(
  request: RoomRequest,
  asked: Asked,
  transport: Attachment,
  credentials: Credentials,
  policy: RoomPolicy,
): Command | RefusalCode {
  const { code, memberId } = asked;
  switch (request.kind) {
    case 'open':
      return { ...asked, kind: 'open', lastGeneration: request.lastGeneration, policy, transport };
    case 'join':
      return { ...asked, kind: 'join', generation: request.generation, transport };
    case 'resume':
      return { ...asked, kind: 'resume', transport, ...proved(request, credentials) };
    case 'attach': {
      const { generation, epoch, token, cursor } = request;
      const holds = credentials.tokenHolds(token, { code, generation, memberId, epoch });
      if (!holds) return 'unauthenticated';
      return { kind: 'attach', code, memberId, generation, epoch, cursor, transport };
    }
    case 'leave':
      return { ...asked, kind: 'leave', generation: request.generation, epoch: request.epoch };
    default:
      return hostCommand(asked, request);
  }
}

function proved(
  request: Extract<ClientRequest, { readonly kind: 'resume' }>,
  credentials: Credentials,
): Pick<CommandOf<'resume'>, 'generation' | 'session' | 'nonceEpoch' | 'cursor'> {
  const { generation, sessionId, nonce, cursor } = request;
  const session = credentials.provedSession(sessionId, generation);
  const nonceEpoch =
    session === null ? null : credentials.provedEpoch(nonce, generation, session.session);
  return { generation, session, nonceEpoch, cursor };
}

function hostCommand(
  { code, requestId, memberId }: Asked,
  request: Extract<ClientRequest, { readonly hostTerm: number }>,
): HostCommand {
  const { generation, epoch, hostTerm } = request;
  const authority = { kind: 'host', memberId, generation, epoch, hostTerm } as const;
  const base = { code, requestId, authority };
  switch (request.kind) {
    case 'end':
      return { ...base, kind: 'end' };
    case 'setEligible':
      return { ...base, kind: 'setEligible', target: request.target, eligible: request.eligible };
    case 'remove':
    case 'transfer':
      return { ...base, kind: request.kind, target: request.target };
  }
}

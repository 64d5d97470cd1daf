/**
 * Everything that can be asked of a room. Identities and secrets were checked at the boundary: what is here is proved,
 * or null where the proof failed.
 */
import type { Attachment } from './event.ts';
import type { ConnectionId, MemberId, RequestId, RoomCode, StoreTime } from './ids.ts';
import type { RoomPolicy } from './policy.ts';

/** The fencing of a member's command (P15): anything unequal to the committed values is refused. */
interface Fenced {
  readonly memberId: MemberId;
  readonly generation: number;
  readonly epoch: number;
}

interface Asked {
  readonly code: RoomCode;
  readonly requestId: RequestId;
}

/** Who asks for a host-only command (P14). */
export type Authority =
  | (Fenced & { readonly kind: 'host'; readonly hostTerm: number })
  | { readonly kind: 'operator'; readonly generation: number };

export type MemberCommand =
  | (Asked & {
      readonly kind: 'open';
      readonly memberId: MemberId;
      /** The last generation of the code that the caller knows; 0: none (P18). */
      readonly lastGeneration: number;
      readonly policy: RoomPolicy;
      readonly transport: Attachment | null;
    })
  | (Asked & {
      readonly kind: 'join';
      readonly memberId: MemberId;
      /** The generation that the caller means; null: whichever is live (P18). */
      readonly generation: number | null;
      readonly transport: Attachment | null;
    })
  | (Asked & {
      readonly kind: 'resume';
      readonly memberId: MemberId;
      readonly generation: number;
      /** Whose session was proved by the presented session id; null: it is forged. */
      readonly session: { readonly memberId: MemberId; readonly session: RequestId } | null;
      /** The epoch whose nonce was presented; null: it is forged. */
      readonly nonceEpoch: number | null;
      /** The client's last sequence; null asks for a snapshot (P16). */
      readonly cursor: number | null;
      readonly transport: Attachment | null;
    })
  | (Asked & Fenced & { readonly kind: 'leave' });

export type HostCommand = Asked & { readonly authority: Authority } & (
    | { readonly kind: 'remove'; readonly target: MemberId }
    | { readonly kind: 'setEligible'; readonly target: MemberId; readonly eligible: boolean }
    | { readonly kind: 'transfer'; readonly target: MemberId }
    | { readonly kind: 'end' }
    /** An operator's only (P13). */
    | { readonly kind: 'setPolicy'; readonly policy: RoomPolicy }
  );

/** Carries no request id: it is safe to repeat by its own nature. */
export type InternalCommand = { readonly code: RoomCode } & (
  | (Fenced & {
      readonly kind: 'attach';
      readonly transport: Attachment;
      readonly cursor: number | null;
    })
  | {
      /** A transport has closed: a signal, not a decision (P5). */
      readonly kind: 'disconnect';
      readonly generation: number;
      readonly memberId: MemberId;
      readonly connectionId: ConnectionId;
    }
  | ({ readonly kind: 'promote' } & ObservedLease)
  | { readonly kind: 'close'; readonly generation: number }
  /** Ends the seats that are over (P11). */
  | { readonly kind: 'expireSeats'; readonly generation: number }
  | { readonly kind: 'void'; readonly generation: number }
);

/** What a worker saw when it first loaded the room; a retry never refreshes it (P3, P6). */
export interface ObservedLease {
  readonly generation: number;
  readonly host: MemberId;
  readonly leaseUntil: StoreTime;
}

export type Command = MemberCommand | HostCommand | InternalCommand;
export type CommandOf<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;

/** `open` and `join` are recognised within the code, everything else within the generation (P20). */
export const requestScope = (command: Command): 'code' | 'generation' =>
  command.kind === 'open' || command.kind === 'join' ? 'code' : 'generation';

/** P20: what makes two requests the same command. Connection and cursor are not part of it, nor is the policy (P13). */
export const commandIdentity = (command: MemberCommand | HostCommand): string =>
  JSON.stringify(identifying(command));

function identifying(command: MemberCommand | HostCommand): readonly unknown[] {
  switch (command.kind) {
    case 'open':
      return [command.kind, command.memberId, command.lastGeneration];
    case 'join':
      return [command.kind, command.memberId, command.generation];
    case 'resume': {
      const { kind, memberId, generation, session, nonceEpoch } = command;
      return [kind, memberId, generation, session?.memberId, session?.session, nonceEpoch];
    }
    case 'leave':
      return [command.kind, command.memberId, command.generation, command.epoch];
    case 'remove':
    case 'transfer':
      return [command.kind, command.target, ...identifyingAuthority(command.authority)];
    case 'setEligible': {
      const { kind, target, eligible, authority } = command;
      return [kind, target, eligible, ...identifyingAuthority(authority)];
    }
    case 'end':
      return [command.kind, ...identifyingAuthority(command.authority)];
    case 'setPolicy':
      return [command.kind, command.policy, ...identifyingAuthority(command.authority)];
  }
}

const identifyingAuthority = (authority: Authority): readonly unknown[] =>
  authority.kind === 'operator'
    ? [authority.kind, authority.generation]
    : [authority.memberId, authority.generation, authority.epoch, authority.hostTerm];

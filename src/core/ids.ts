/** Branded ids: a member id can never be passed where a room code is meant. */

declare const brand: unique symbol;
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** The code people see. Codes are reused; `(code, generation)` is one incarnation. */
export type RoomCode = Brand<string, 'RoomCode'>;
/** A logical participant; printable ASCII; outlives any connection. */
export type MemberId = Brand<string, 'MemberId'>;
/** One transport, owned by one server instance. It never identifies a member. */
export type ConnectionId = Brand<string, 'ConnectionId'>;
/** One running server process; new at every start. */
export type InstanceId = Brand<string, 'InstanceId'>;
/** The caller's idempotency key (P20). */
export type RequestId = Brand<string, 'RequestId'>;
/** Store time in whole milliseconds (P2): the only clock that decides about leases, seats and heartbeats. */
export type StoreTime = Brand<number, 'StoreTime'>;

export const roomCode = (value: string): RoomCode => value as RoomCode;
export const memberId = (value: string): MemberId => value as MemberId;
export const connectionId = (value: string): ConnectionId => value as ConnectionId;
export const instanceId = (value: string): InstanceId => value as InstanceId;
export const requestId = (value: string): RequestId => value as RequestId;
export const storeTime = (value: number): StoreTime => value as StoreTime;

/** Store time `ms` milliseconds after `at`. */
export const after = (at: StoreTime, ms: number): StoreTime => storeTime(at + ms);

/** The later of the two. */
export const later = (a: StoreTime, b: StoreTime): StoreTime => (a < b ? b : a);

/** Ids compare by code unit, never by locale (P7). */
export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a commit sees of the server instances, at its store time (P12). */
import type { Attachment } from './event.ts';
import type { InstanceId, StoreTime } from './ids.ts';

export interface Instances {
  /** Whether the instance's last heartbeat is at most `heartbeatTimeoutMs` old; one that is not known is void. */
  isLive(id: InstanceId): boolean;
  /** Whether any instance is live; while none is, nothing expires. */
  readonly anyLive: boolean;
  /** Every recorded outage after the given one, in number order. */
  outagesAfter(number: number): readonly Outage[];
}

/** A span longer than `heartbeatTimeoutMs` without any live heartbeat; recorded by the heartbeat that ended it (P12). */
export interface Outage {
  /** 1, 2, 3, … */
  readonly number: number;
  /** The commit of the last heartbeat before it. */
  readonly startedAt: StoreTime;
  readonly endedAt: StoreTime;
}

/** A void instance's attaches are refused (P12). */
export const isVoid = (transport: Attachment | null, instances: Instances): boolean =>
  transport !== null && !instances.isLive(transport.instanceId);

/** What a commit sees of the server instances, at its store time (P12). */
import type { Attachment } from './event.ts';
import type { InstanceId } from './ids.ts';

export interface Instances {
  /** Whether the instance's last heartbeat is at most `heartbeatTimeoutMs` old; one that is not known is void. */
  isLive(id: InstanceId): boolean;
  /** Whether any instance is live; while none is, nothing expires. */
  readonly anyLive: boolean;
}

/** A void instance's attaches are refused (P12). */
export const isVoid = (transport: Attachment | null, instances: Instances): boolean =>
  transport !== null && !instances.isLive(transport.instanceId);

/** P12: the server instances through which a room's members are attached. */
import type { InstanceId } from '../core/ids.ts';
import type { RoomState } from '../core/state.ts';
import type { CommittedAttachment } from '../ports/room-store.ts';

/** Each instance once, in the order of the members. */
export function attachedInstances(state: RoomState): readonly InstanceId[] {
  const instances: InstanceId[] = [];
  for (const { attachment } of state.members) {
    if (attachment !== null && !instances.includes(attachment.instanceId)) {
      instances.push(attachment.instanceId);
    }
  }
  return instances;
}

/** Adds to `found` what is attached through the instance, in member order (P5). */
export function addAttachments(
  { code, generation, members }: RoomState,
  instance: InstanceId,
  found: CommittedAttachment[],
): void {
  for (const { memberId, attachment } of members) {
    if (attachment?.instanceId !== instance) continue;
    found.push({ code, generation, memberId, connectionId: attachment.connectionId });
  }
}

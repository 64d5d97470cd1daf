/** Which rooms have members attached through which instance (P12), so that a sweep looks at void instances only. */
import { compareIds, type InstanceId, type RoomCode } from '../../core/ids.ts';

export class AttachmentIndex {
  readonly #rooms = new Map<InstanceId, Set<RoomCode>>();

  /** Moves the room from the instances of its last commit to those of the present one. */
  update(code: RoomCode, before: readonly InstanceId[], now: readonly InstanceId[]): void {
    for (const instance of before) if (!now.includes(instance)) this.#remove(instance, code);
    for (const instance of now) if (!before.includes(instance)) this.#add(instance, code);
  }

  /** The rooms with members attached through the instance, by code. */
  through(instance: InstanceId): readonly RoomCode[] {
    return [...(this.#rooms.get(instance) ?? [])].sort(compareIds);
  }

  /** At most `limit` rooms with members attached through instances of which `isVoid` holds, by code. */
  throughAny(isVoid: (instance: InstanceId) => boolean, limit: number): readonly RoomCode[] {
    const found = new Set<RoomCode>();
    for (const [instance, codes] of this.#rooms) {
      if (isVoid(instance)) for (const code of codes) found.add(code);
    }
    return [...found].sort(compareIds).slice(0, limit);
  }

  #add(instance: InstanceId, code: RoomCode): void {
    const codes = this.#rooms.get(instance);
    if (codes === undefined) this.#rooms.set(instance, new Set([code]));
    else codes.add(code);
  }

  #remove(instance: InstanceId, code: RoomCode): void {
    const codes = this.#rooms.get(instance);
    codes?.delete(code);
    if (codes?.size === 0) this.#rooms.delete(instance);
  }
}

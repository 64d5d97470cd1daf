/** Heartbeats, and what is attached through whom (P5, P12). */
import type { Database, Statement } from 'better-sqlite3';
import type { InstanceId, RoomCode, StoreTime } from '../../core/ids.ts';
import type { Instances, Outage } from '../../core/instances.ts';
import type { RoomState } from '../../core/state.ts';
import type { CommittedAttachment } from '../../ports/room-store.ts';
import { isLiveAt } from '../liveness.ts';

interface AttachmentRow {
  readonly member_id: string;
  readonly generation: number;
  readonly connection_id: string;
  readonly instance_id: string;
}

interface NewAttachment extends AttachmentRow {
  readonly code: string;
  readonly joined_at: number;
}

export class InstanceTable {
  readonly #timeoutMs: number;
  readonly #lastOf: Statement<[string], number | null>;
  readonly #latest: Statement<[], number | null>;
  readonly #beat: Statement<[string, number]>;
  readonly #end: Statement<[number, number]>;
  readonly #outages: Statement<[number], Outage>;
  readonly #mention: Statement<[string]>;
  readonly #through: Statement<[string], CommittedAttachment>;
  readonly #haunted: Statement<[number, number], RoomCode>;
  readonly #ofRoom: Statement<[string], AttachmentRow>;
  readonly #attach: Statement<[NewAttachment]>;
  readonly #detach: Statement<[string, string]>;

  constructor(db: Database, heartbeatTimeoutMs: number) {
    this.#timeoutMs = heartbeatTimeoutMs;
    this.#lastOf = db
      .prepare<[string], number | null>(
        'SELECT last_heartbeat FROM instances WHERE instance_id = ?',
      )
      .pluck();
    this.#latest = db
      .prepare<[], number | null>('SELECT max(last_heartbeat) FROM instances')
      .pluck();
    this.#beat = db.prepare(`
      INSERT INTO instances (instance_id, last_heartbeat) VALUES (?, ?)
      ON CONFLICT (instance_id) DO UPDATE SET last_heartbeat = excluded.last_heartbeat`);
    this.#end = db.prepare('INSERT INTO outages (started_at, ended_at) VALUES (?, ?)');
    this.#outages = db.prepare(`
      SELECT number, started_at AS startedAt, ended_at AS endedAt
      FROM outages WHERE number > ? ORDER BY number`);
    this.#mention = db.prepare('INSERT OR IGNORE INTO instances (instance_id) VALUES (?)');
    this.#through = db.prepare(`
      SELECT code, generation, member_id AS memberId, connection_id AS connectionId
      FROM attachments WHERE instance_id = ? ORDER BY code, joined_at, member_id`);
    this.#haunted = db
      .prepare<[number, number], RoomCode>(
        `SELECT DISTINCT code FROM instances JOIN attachments USING (instance_id)
        WHERE last_heartbeat IS NULL OR last_heartbeat < ? ORDER BY code LIMIT ?`,
      )
      .pluck();
    this.#ofRoom = db.prepare(`
      SELECT member_id, generation, connection_id, instance_id FROM attachments WHERE code = ?`);
    this.#attach = db.prepare(`
      INSERT OR REPLACE INTO attachments
        (code, member_id, joined_at, generation, connection_id, instance_id)
      VALUES (@code, @member_id, @joined_at, @generation, @connection_id, @instance_id)`);
    this.#detach = db.prepare('DELETE FROM attachments WHERE code = ? AND member_id = ?');
  }

  /** A void instance stays void: its row is kept for ever. */
  beat(instance: InstanceId, at: StoreTime): 'live' | 'void' {
    const last = this.#lastOf.get(instance) ?? null;
    if (last !== null && !isLiveAt(last, at, this.#timeoutMs)) return 'void';
    const latest = this.#latest.get() ?? null;
    if (latest !== null && !isLiveAt(latest, at, this.#timeoutMs)) this.#end.run(latest, at);
    this.#beat.run(instance, at);
    return 'live';
  }

  /** What a commit at this store time sees; to be asked inside it. */
  seenAt(at: StoreTime): Instances {
    const latest = (): number | null => this.#latest.get() ?? null;
    const lastOf = (id: InstanceId): number | null => this.#lastOf.get(id) ?? null;
    const timeoutMs = this.#timeoutMs;
    return {
      isLive: (id) => isLiveAt(lastOf(id), at, timeoutMs),
      get anyLive(): boolean {
        return isLiveAt(latest(), at, timeoutMs);
      },
      outagesAfter: (number) => this.#outages.all(number),
    };
  }

  through(instance: InstanceId): readonly CommittedAttachment[] {
    return this.#through.all(instance);
  }

  haunted(at: StoreTime, limit: number): readonly RoomCode[] {
    return this.#haunted.all(at - this.#timeoutMs, limit);
  }

  /** Writes the difference between what was attached in the room and what is. */
  update({ code, generation, members }: RoomState): void {
    const before = new Map(this.#ofRoom.all(code).map((row) => [row.member_id, row]));
    for (const { memberId, joinedAt, attachment } of members) {
      if (attachment === null) continue;
      const now: NewAttachment = {
        code,
        member_id: memberId,
        joined_at: joinedAt,
        generation,
        connection_id: attachment.connectionId,
        instance_id: attachment.instanceId,
      };
      if (!isSame(before.get(memberId), now)) this.#write(now);
      before.delete(memberId);
    }
    for (const memberId of before.keys()) this.#detach.run(code, memberId);
  }

  #write(attachment: NewAttachment): void {
    this.#mention.run(attachment.instance_id);
    this.#attach.run(attachment);
  }
}

const isSame = (before: AttachmentRow | undefined, now: NewAttachment): boolean =>
  before !== undefined &&
  before.connection_id === now.connection_id &&
  before.instance_id === now.instance_id &&
  before.generation === now.generation;

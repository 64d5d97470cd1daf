/**
 * The tables, and how a file gets from one version of them to the next. `user_version` says how many migrations a file
 * has had. Text that orders or identifies (codes, ids) compares by byte, which for ASCII is by code unit (P7).
 */
import type { Database } from 'better-sqlite3';
import { StoreUnavailable } from '../../ports/room-store.ts';

/** Tells a store from any other SQLite file: "intr" in ASCII. */
const APPLICATION_ID = 0x696e7472;

/** Which shape a file has is said once, when it is made. */
export type Shape = 'coordinator' | 'ledger';

const MIGRATIONS: readonly string[] = [
  `
  -- P2: store time = time_base + the monotonic reading - monotonic_base, in the boot named; never below last_time.
  CREATE TABLE clock (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    boot_id TEXT NOT NULL,
    monotonic_base INTEGER NOT NULL,
    time_base INTEGER NOT NULL,
    last_time INTEGER NOT NULL
  ) STRICT;

  -- The last generation opened and the last position committed, of the whole store.
  CREATE TABLE counters (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL,
    position INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE generations (
    generation INTEGER PRIMARY KEY,
    code TEXT NOT NULL,
    revision INTEGER NOT NULL,
    retained_from INTEGER NOT NULL
  ) STRICT;

  -- The latest generation of each code: its snapshot.
  CREATE TABLE rooms (
    code TEXT PRIMARY KEY,
    generation INTEGER NOT NULL UNIQUE REFERENCES generations,
    state TEXT NOT NULL,
    wake_at INTEGER
  ) STRICT;
  CREATE INDEX rooms_by_wake ON rooms (wake_at, code) WHERE wake_at IS NOT NULL;

  -- Events, which are the outbox records as well.
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL REFERENCES generations,
    sequence INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    UNIQUE (generation, sequence)
  ) STRICT;

  -- P20. Generation 0: the request belongs to the code.
  CREATE TABLE requests (
    code TEXT NOT NULL,
    generation INTEGER NOT NULL,
    request_id TEXT NOT NULL,
    identity TEXT NOT NULL,
    reply TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (code, generation, request_id)
  ) STRICT;
  CREATE INDEX requests_by_age ON requests (code, generation, at);

  -- P12. A null heartbeat: members are attached through it, but it never registered.
  CREATE TABLE instances (
    instance_id TEXT PRIMARY KEY,
    last_heartbeat INTEGER
  ) STRICT;
  CREATE INDEX instances_by_heartbeat ON instances (last_heartbeat);

  CREATE TABLE attachments (
    code TEXT NOT NULL,
    member_id TEXT NOT NULL,
    joined_at INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    connection_id TEXT NOT NULL,
    instance_id TEXT NOT NULL REFERENCES instances,
    PRIMARY KEY (code, member_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachments_by_instance ON attachments (instance_id, code);

  -- P21. What each target still has to get; a null next_position: nothing. A null claimed_until: under no claim.
  CREATE TABLE targets (target TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries (
    generation INTEGER NOT NULL REFERENCES generations,
    target TEXT NOT NULL REFERENCES targets,
    watermark INTEGER NOT NULL,
    fence INTEGER NOT NULL,
    next_position INTEGER,
    claimed_until INTEGER,
    PRIMARY KEY (generation, target)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deliveries_waiting ON deliveries (target, next_position)
    WHERE next_position IS NOT NULL;
  `,
  `
  -- P26, P27. In a ledger rooms.state is a checkpoint: the state at some sequence, which it names as its revision.
  CREATE TABLE shape (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    shape TEXT NOT NULL CHECK (shape IN ('coordinator', 'ledger'))
  ) STRICT;
  INSERT INTO shape (id, shape) VALUES (1, 'coordinator');

  -- Of a ledger only: what its projector has made of the events up to a position.
  CREATE TABLE projections (
    code TEXT PRIMARY KEY,
    generation INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  CREATE TABLE projector (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    position INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- P12. Recorded by the heartbeat that ended it.
  CREATE TABLE outages (
    number INTEGER PRIMARY KEY,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- P21. How often in a row the first unacknowledged record has failed; halted: it waits for an operator.
  ALTER TABLE deliveries ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN halted INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX deliveries_halted ON deliveries (target, generation) WHERE halted = 1;
  `,
];

/** The version of the tables that this release reads and writes. */
export const SCHEMA_VERSION: number = MIGRATIONS.length;

/** Every table but the one that names the shape, those that refer before those that are referred to. */
export const TABLES: readonly string[] = [
  'attachments',
  'deliveries',
  'events',
  'requests',
  'rooms',
  'generations',
  'instances',
  'outages',
  'targets',
  'counters',
  'clock',
  'projections',
  'projector',
];

/**
 * Brings the file to the present version, a new one in the shape that is asked for; to be called inside a transaction.
 * Refuses what it does not know, and a file of the other shape.
 */
export function migrate(db: Database, path: string, shape: Shape): void {
  const version = numberOf(db, 'user_version');
  if (version > SCHEMA_VERSION) {
    throw new StoreUnavailable(
      `${path} has schema version ${version}, this release knows up to ${SCHEMA_VERSION}: run the release that wrote it, or a later one`,
    );
  }
  if (!isStore(db, version)) {
    throw new StoreUnavailable(
      `${path} is a SQLite file of another program: name a store, or a file that does not exist yet`,
    );
  }
  for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
  if (version === 0) db.prepare<[Shape]>('UPDATE shape SET shape = ?').run(shape);
  refuseOther(db, path, shape);
  if (version === SCHEMA_VERSION) return;
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
}

/** The same tables mean different things: a snapshot that is taken for a checkpoint would be believed (P26, P27). */
function refuseOther(db: Database, path: string, shape: Shape): void {
  const found = db.prepare<[], Shape>('SELECT shape FROM shape').pluck().get();
  if (found === shape) return;
  throw new StoreUnavailable(
    `${path} is a store of the ${found ?? 'unknown'} shape, it was to be opened as one of the ${shape} shape: open it as what it is, or name another file`,
  );
}

/** A file without any table is a store that is about to begin. */
function isStore(db: Database, version: number): boolean {
  const applicationId = numberOf(db, 'application_id');
  if (version > 0 || applicationId !== 0) return applicationId === APPLICATION_ID;
  const tables = db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get();
  return tables === 0;
}

const numberOf = (db: Database, pragma: string): number =>
  Number(db.pragma(pragma, { simple: true }));

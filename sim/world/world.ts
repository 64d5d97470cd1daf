/**
 * One simulated world: processes, network, members and a system under test, driven by a plan; watched by invariants;
 * first under faults, then healed until it has converged (H6).
 */
import type { Settled } from '../../src/client/client-options.ts';
import { memberId, type RoomCode, roomCode } from '../../src/core/ids.ts';
import type { RoomPolicy } from '../../src/core/policy.ts';
import type { ServerFrame } from '../../src/ports/network.ts';
import type {
  Commit,
  DeadLetter,
  ProjectedRead,
  RoomState,
  RunningSystem,
  SystemUnderTest,
} from '../system-under-test.ts';
import type { GoalCounter } from '../goals/goal-counter.ts';
import type { Invariant, ReadFacts } from '../invariants/invariant.ts';
import { Monitor } from '../invariants/monitor.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { OperatorAction, Plan, PlannedStep } from '../plan/plan.ts';
import { noteEvent } from '../trace/event-words.ts';
import { Cuts } from './cuts.ts';
import { disturb } from './disturbances.ts';
import { ProjectionReader } from './projection-reader.ts';
import { ProjectorFaults } from './projector-faults.ts';
import { Members } from './members.ts';
import { Network } from './network.ts';
import type { ClientSeam, Page } from './page.ts';
import { processPorts } from './process-ports.ts';
import { PublicationTarget } from './publication-target.ts';
import { RunFaults } from './run-faults.ts';
import { Processes } from './processes.ts';
import { StoreTransport } from './store-transport.ts';

export interface WorldOptions {
  readonly kernel: Scheduling;
  readonly plan: Plan;
  readonly system: SystemUnderTest;
  readonly invariants: readonly Invariant[];
  readonly makeClient: ClientSeam;
  /** What else wants to know of commits, answers and views: goals, expectations, measures. */
  readonly witness: Witness;
}

/** Sees the run go by; says nothing about it. */
export interface Witness {
  committed(commit: Commit): void;
  settled(member: string, settled: Settled): void;
  halted(): void;
  dropped(): void;
  /** A reader of a projection was answered. */
  read(answer: ProjectedRead): void;
  /** The page has another view than the one it last reported. */
  viewed(page: Page, bySnapshot: boolean): void;
}

const TARGET = 'bus';

/** How long a broken transport goes unnoticed once faults have stopped, in ms. */
const HEAL_NOTICE_MS = 100;
/** How long a worker that was killed while it compacted is down, in ms. */
const RESTART_MS = 800;
/** How often convergence is looked for, in ms. */
const CHECK_MS = 250;

export class World {
  readonly kernel: Scheduling;
  readonly faults: RunFaults;
  readonly monitor: Monitor;
  readonly system: RunningSystem;
  readonly #plan: Plan;
  readonly #cuts = new Cuts();
  readonly #store: StoreTransport;
  readonly #network: Network;
  readonly #processes: Processes;
  readonly #members: Members;
  /** Null: the system has no projection. */
  readonly #reader: ProjectionReader | null;
  readonly #witness: Witness;
  /** Why the run had not converged when its time was up; empty while that is open. */
  unsettled: ReturnType<Monitor['unsettled']> = [];
  #operators = 0;
  /** The event in which a page last got a snapshot. */
  #snapshotAt = -1;

  constructor({ kernel, plan, system, invariants, makeClient, witness }: WorldOptions) {
    this.kernel = kernel;
    this.#plan = plan;
    this.#witness = witness;
    this.faults = new RunFaults(plan.faults, kernel.choices);
    this.#store = new StoreTransport(
      kernel,
      this.faults,
      this.#cuts,
      plan.latency.storeMs,
      (process) => this.#crashFor(process.lane, RESTART_MS),
    );
    const policies = new Map(
      plan.topology.rooms.map(({ code, policy }) => [code, policy] as const),
    );
    this.system = system.create({
      settings: plan.settings,
      policyOf: (code) => policyOf(policies, code),
      storeNow: () => kernel.nowMs,
      targets: [TARGET],
      observer: {
        committed: (commit) => kernel.guard(() => this.#committed(commit)),
        acknowledged: (acknowledgement) =>
          kernel.guard(() => this.monitor.acknowledged(acknowledgement)),
        halted: (record) => kernel.guard(() => this.#halted(record)),
        dropped: (record) => kernel.guard(() => this.#dropped(record)),
      },
    });
    this.monitor = new Monitor(invariants, {
      plan,
      system: this.system,
      targets: [TARGET],
      nowMs: () => kernel.nowMs,
      tabs: () => this.#members.tabs(),
      isOpen: (connectionId) => this.#network.isOpen(connectionId),
    });
    this.#network = new Network(kernel, this.faults, this.#cuts, plan.latency.networkMs, {
      requested: (link, frame) => this.monitor.requested(link, frame),
      sent: (link, frame) => this.monitor.sent(link, frame),
      delivered: (link, frame) => {
        if (isSnapshot(frame)) this.#snapshotAt = kernel.eventIndex;
        this.monitor.delivered(link, frame);
      },
      closedBy: (link, reason) => this.monitor.closedByServer(link, reason),
    });
    const target = new PublicationTarget(
      TARGET,
      kernel,
      this.faults,
      {
        published: (...publication) => this.monitor.published(...publication),
        offered: (...offer) => this.monitor.offered(...offer),
        throttled: (...answer) => this.monitor.throttled(...answer),
        failed: (...answer) => this.monitor.failed(...answer),
      },
      (process, restartMs) => this.#crashFor(process.lane, restartMs),
    );
    const world = {
      kernel,
      system: this.system,
      store: this.#store,
      projectorFaults: new ProjectorFaults(kernel, this.faults, () => this.#rebuildProjection()),
      targets: [target],
      network: () => this.#network,
      logged: (line: string) => kernel.guard(() => this.monitor.logged(line)),
    };
    const { servers, workers } = plan.topology;
    this.#processes = new Processes(world, servers, workers);
    const { projection } = this.system;
    this.#reader =
      projection === undefined
        ? null
        : new ProjectionReader({
            kernel,
            store: this.#store,
            projection,
            told: (...read) => kernel.guard(() => this.#read(...read)),
          });
    this.#members = new Members(
      {
        kernel,
        network: this.#network,
        faults: this.faults,
        system: this.system,
        servers: this.#processes.servers,
        clientRetryMs: plan.settings.clientRetryMs,
        makeClient,
        settled: (member, settled) => kernel.guard(() => this.#settled(member, settled)),
        viewed: (page) => this.#viewed(page),
      },
      plan.topology.members,
    );
  }

  /** Lays out everything that is to happen; the kernel then lets it. */
  begin(): void {
    const { kernel } = this;
    this.#processes.bootAll();
    this.lay(this.#plan.steps);
    for (const time of kernel.gates.times) kernel.at(time, 'world', 'hold over', null, () => {});
    kernel.at(this.#plan.endMs, 'world', 'faults stop', null, () => this.#heal());
  }

  /** Lays out steps of the plan; of a long one the later steps may follow when the run has come near to them. */
  lay(steps: readonly PlannedStep[]): void {
    for (const step of steps) {
      this.kernel.at(
        step.atMs,
        laneOf(step),
        step.who === 'operator' ? 'operate' : step.does,
        null,
        () => this.#perform(step),
      );
    }
  }

  /** What the members' clients repaired and dropped. */
  countClients(goals: GoalCounter): void {
    this.#members.countClients(goals);
  }

  /** Called after each step. */
  stepped(lane: string): void {
    this.#members.reportViews(lane);
    if (this.monitor.violation !== null) this.kernel.stop();
  }

  #perform(step: PlannedStep): void {
    switch (step.who) {
      case 'member':
        this.#members.do(step.member, step);
        break;
      case 'operator':
        this.#operate(roomCode(step.room), step.does);
        break;
      default:
        disturb(step, {
          processes: this.#processes,
          network: this.#network,
          cuts: this.#cuts,
          members: this.#members,
          store: this.#store,
          faults: this.faults,
        });
    }
  }

  #operate(code: RoomCode, action: OperatorAction): void {
    const { kernel } = this;
    const process = kernel.process('operator');
    const ports = processPorts(kernel, process, ++this.#operators, this.#store, () => {});
    const command = 'target' in action ? { ...action, target: memberId(action.target) } : action;
    kernel.after(0, 'operator', action.kind, process, () => {
      void this.system.operate(ports, code, command);
    });
  }

  #crashFor(name: string, restartMs: number): void {
    this.#processes.crash(name);
    this.kernel.after(restartMs, name, 'restart', null, () => {
      this.#processes.restart(name);
    });
  }

  #committed(commit: Commit): void {
    const { trace } = this.kernel;
    for (const event of commit.events) {
      noteEvent(trace.digest, event);
      trace.detail(() => `commits ${event.sequence} ${event.kind}`);
      if (event.kind === 'policy.changed') this.faults.count('policy-switch');
    }
    this.#witness.committed(commit);
    this.monitor.committed(commit);
    this.#reader?.committed(commit);
  }

  #read(asked: ReadFacts, answer: ProjectedRead): void {
    this.kernel.trace.detail(() => readingOf(asked, answer));
    this.#witness.read(answer);
    this.monitor.read(asked, answer);
  }

  /** False: the system has no projection, or nothing in it yet. */
  #rebuildProjection(): boolean {
    const { projection } = this.system;
    if (projection === undefined) return false;
    const rooms = this.#plan.topology.rooms.map(({ code }) => roomCode(code));
    const stateOf = (code: RoomCode): RoomState | null => {
      const answer = projection.answer(code, null);
      return answer.kind === 'state' ? answer.state : null;
    };
    const before = rooms.map(stateOf);
    if (before.every((state) => state === null)) return false;
    projection.rebuild();
    this.kernel.guard(() => {
      for (const [i, code] of rooms.entries()) {
        this.monitor.rebuilt(code, before[i] ?? null, stateOf(code));
      }
    });
    return true;
  }

  #halted(record: DeadLetter): void {
    this.kernel.trace.detail(() => `halts ${record.code} at ${record.target}`);
    this.#witness.halted();
    this.monitor.halted(record);
  }

  #dropped(record: DeadLetter): void {
    this.kernel.trace.detail(() => `drops ${record.code}:${record.generation}:${record.sequence}`);
    this.#witness.dropped();
    this.monitor.dropped(record);
  }

  /** A command of an earlier generation that arrives after the rollover: what the fault is about (P18). */
  #settled(member: string, settled: Settled): void {
    if (settled.kind === 'resume' && settled.result === 'stale_generation') {
      this.faults.count('generation-rollover');
    }
    this.#witness.settled(member, settled);
  }

  #viewed(page: Page): void {
    const { view } = page.client;
    this.monitor.viewed(memberId(page.member), page.tab, page.reported, view);
    this.#witness.viewed(page, this.#snapshotAt === this.kernel.eventIndex);
  }

  /** Faults stop, what must heal heals, and from then on the run has a bounded time to converge (H6). */
  #heal(): void {
    const { kernel } = this;
    this.faults.stop();
    this.#cuts.mendAll();
    this.#store.down = false;
    kernel.release(kernel.gates.abandon());
    this.#processes.heal();
    for (const link of this.#network.links) this.#network.hastenNotice(link, HEAL_NOTICE_MS);
    // An operator looks at what is halted once the targets take everything again (P21).
    for (const { code } of this.#plan.topology.rooms) {
      this.#operate(roomCode(code), { kind: 'redrive' });
    }
    kernel.after(CHECK_MS, 'world', 'check', null, () =>
      this.#check(kernel.nowMs + healBoundMs(this.#plan)),
    );
  }

  #check(deadlineMs: number): void {
    const { kernel } = this;
    const unsettled = this.monitor.unsettled();
    if (unsettled.length === 0) {
      this.monitor.ended();
      kernel.stop();
    } else if (kernel.nowMs >= deadlineMs) {
      this.unsettled = unsettled;
      kernel.stop();
    } else {
      kernel.after(CHECK_MS, 'world', 'check', null, () => this.#check(deadlineMs));
    }
  }
}

/** Long enough for every time-out of the system to run once, and for a void instance to be swept. */
function healBoundMs({ settings }: Plan): number {
  const { leaseMs, heartbeatTimeoutMs, heartbeatMs, claimMs, pulseMs } = settings;
  return leaseMs + heartbeatTimeoutMs + heartbeatMs + claimMs + pulseMs + 30_000;
}

function readingOf({ code, atLeast }: ReadFacts, answer: ProjectedRead): string {
  const { generation, sequence } = atLeast;
  const told =
    answer.kind === 'state'
      ? `sees ${answer.state.generation}:${answer.state.revision}`
      : `is told ${answer.code}`;
  return `asked for ${code} at least ${generation}:${sequence}, ${told}`;
}

const isSnapshot = (frame: ServerFrame): boolean =>
  frame.kind === 'reply' && 'sync' in frame.answer && frame.answer.sync.kind === 'snapshot';

function laneOf(step: PlannedStep): string {
  switch (step.who) {
    case 'member':
      return step.member;
    case 'operator':
      return 'operator';
    case 'process':
      return step.process;
    case 'network':
    case 'store':
      return step.who;
  }
}

function policyOf(policies: ReadonlyMap<string, RoomPolicy>, code: RoomCode): RoomPolicy {
  const policy = policies.get(code);
  if (policy === undefined) throw new Error(`the plan has no room ${code}`);
  return policy;
}

/**
 * Holds of a scripted race: a step of a process waits until another has happened. A hold that catches nothing, or that
 * is never released by what it waits for, was not reached; the run says so.
 */
import type { Step } from './step.ts';

/** The next matching step of a process waits until something else has happened. */
export interface Hold {
  readonly process: string;
  /** The operation that is held back: the process's first one from `fromMs` on. */
  readonly before: string;
  readonly fromMs: number;
  readonly until:
    | { readonly kind: 'step'; readonly process: string; readonly operation: string }
    | { readonly kind: 'time'; readonly atMs: number };
}

interface Gate {
  readonly spec: Hold;
  held: Step | null;
  released: boolean;
}

export class Gates {
  readonly #gates: readonly Gate[];
  #abandoned = false;

  constructor(specs: readonly Hold[]) {
    this.#gates = specs.map((spec) => ({ spec, held: null, released: false }));
  }

  /** Times at which a hold ends by itself. */
  get times(): readonly number[] {
    return this.#gates.flatMap(({ spec }) => (spec.until.kind === 'time' ? [spec.until.atMs] : []));
  }

  /** Whether the step is held back now; if so it is kept here. */
  holds(step: Step, nowMs: number): boolean {
    if (this.#abandoned) return false;
    for (const gate of this.#gates) {
      const { spec } = gate;
      if (isShut(gate) || nowMs < spec.fromMs || isOver(spec.until, nowMs)) continue;
      if (step.lane !== spec.process || step.operation !== spec.before) continue;
      gate.held = step;
      return true;
    }
    return false;
  }

  /** What may go on after this step. */
  opened(step: Step, nowMs: number): readonly Step[] {
    if (this.#gates.length === 0 || this.#abandoned) return NOTHING;
    const free: Step[] = [];
    for (const gate of this.#gates) {
      if (!isHolding(gate) || !isMet(gate.spec.until, step, nowMs)) continue;
      gate.released = true;
      free.push(gate.held);
    }
    return free;
  }

  /** Lets everything go that is still held, so that it cannot block the end; it stays unreached. */
  abandon(): readonly Step[] {
    const held = this.#gates.flatMap((gate) => (isHolding(gate) ? [gate.held] : []));
    this.#abandoned = true;
    return held;
  }

  /** The holds that did not do what they were written for. */
  unreached(): readonly Hold[] {
    return this.#gates.filter((gate) => !gate.released).map((gate) => gate.spec);
  }
}

type Holding = Gate & { readonly held: Step };

/** A step that was cancelled while it was held, such as a wait that looks again, holds nothing: what comes in its place is caught. */
const isHolding = (gate: Gate): gate is Holding =>
  !gate.released && gate.held !== null && !gate.held.cancelled;

const isShut = (gate: Gate): boolean => gate.released || isHolding(gate);

const NOTHING: readonly Step[] = [];

const isOver = (until: Hold['until'], nowMs: number): boolean =>
  until.kind === 'time' && nowMs >= until.atMs;

const isMet = (until: Hold['until'], step: Step, nowMs: number): boolean =>
  until.kind === 'time'
    ? isOver(until, nowMs)
    : step.lane === until.process && step.operation === until.operation;

/** Whether a story can be told in its order: nobody acts before it has come, nothing restarts that is not down. */
import type { MemberAction } from './plan.ts';
import type { Path, Problems } from './problem.ts';
import type { PlacedStep } from './resolve-steps.ts';

type Presence = 'outside' | 'connected' | 'away' | 'left';
type Running = 'up' | 'down' | 'paused';
type ProcessAction = 'crash' | 'restart' | 'pause' | 'unpause' | 'clock' | 'drift';

export class Story {
  readonly #problems: Problems;
  readonly #presence = new Map<string, Presence>();
  readonly #running = new Map<string, Running>();
  /** A crash or a pause breaks connections that the story does not tell of. */
  #disturbed = false;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  tell(steps: readonly PlacedStep[]): void {
    for (const { step, path } of steps) {
      if (step.who === 'member') this.#member(step.member, step, path);
      else if (step.who === 'process') this.#process(step.process, step.does, path);
      else if (step.who !== 'operator') this.#disturbed = true;
    }
  }

  #member(member: string, { does }: MemberAction, path: Path): void {
    const before = this.#presence.get(member) ?? 'outside';
    const wrong = this.#contradiction(member, does, before);
    if (wrong !== null) this.#problems.add([...path, 'does'], wrong);
    this.#presence.set(member, presenceAfter(does, before));
  }

  #contradiction(member: string, does: MemberAction['does'], before: Presence): string | null {
    if (does === 'open' || does === 'join') return null;
    if (before === 'outside') return `${member} cannot ${does}: it has not opened or joined yet`;
    if (before === 'left') return `${member} cannot ${does}: it has left, and may only join anew`;
    if (does === 'return' && before === 'connected' && !this.#disturbed) {
      return `${member} cannot return: it is connected; let it close or drop first`;
    }
    if (needsConnection(does) && before === 'away') {
      return `${member} cannot ${does}: it is not connected; let it return first`;
    }
    return null;
  }

  #process(process: string, does: ProcessAction, path: Path): void {
    const before = this.#running.get(process) ?? 'up';
    const wrong = NEEDS[does].includes(before)
      ? null
      : `cannot ${does} ${process}: it is ${before}`;
    if (wrong !== null) {
      this.#problems.add([...path, 'does'], wrong);
      return;
    }
    if (does === 'clock' || does === 'drift') return;
    this.#disturbed = true;
    this.#running.set(process, BECOMES[does]);
  }
}

const NEEDS: Readonly<Record<ProcessAction, readonly Running[]>> = {
  crash: ['up', 'paused'],
  restart: ['down'],
  pause: ['up'],
  unpause: ['paused'],
  clock: ['up', 'paused'],
  drift: ['up', 'paused'],
};
const BECOMES = { crash: 'down', restart: 'up', pause: 'paused', unpause: 'up' } as const;

function needsConnection(does: MemberAction['does']): boolean {
  switch (does) {
    case 'close':
    case 'drop':
    case 'leave':
    case 'end':
    case 'remove':
    case 'transfer':
    case 'set-eligible':
      return true;
    default:
      return false;
  }
}

function presenceAfter(does: MemberAction['does'], before: Presence): Presence {
  switch (does) {
    case 'close':
    case 'drop':
      return 'away';
    case 'leave':
      return 'left';
    case 'open':
    case 'join':
    case 'return':
    case 'reload':
    case 'second-tab':
    case 'forget':
      return 'connected';
    default:
      return before;
  }
}

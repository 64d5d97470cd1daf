/**
 * The commands of one client, one under way at a time. Those behind it wait in memory, at most `COMMANDS_WAITING`, with
 * the generation, epoch and host term under which they were decided (P14): a late one is refused, never reinterpreted.
 */
import type { Answer } from '../ports/network.ts';
import type { Courier } from './courier.ts';
import type { CommandRequest, Exchange } from './exchange.ts';
import type { Reporter } from './reporter.ts';
import { afterRefusedCommand } from './session-rules.ts';

const COMMANDS_WAITING = 8;

type Command = Exchange<CommandRequest>;

export class Commands {
  readonly #courier: Courier;
  readonly #reporter: Reporter;
  #commands: Command[] = [];

  constructor(courier: Courier, reporter: Reporter) {
    this.#courier = courier;
    this.#reporter = reporter;
  }

  /** The one under way; the only one that is stored. */
  get current(): Command | null {
    return this.#commands[0] ?? null;
  }

  /** False: too many wait already. */
  add(command: Command): boolean {
    if (this.#commands.length > COMMANDS_WAITING) return false;
    this.#commands.push(command);
    return true;
  }

  /** What the answer to the one under way means for the session; mostly nothing. */
  answered(command: Command, answer: Answer): 'over' | null {
    const { kind } = command.request;
    if (answer.kind === 'done') {
      this.#commands.shift();
      this.#reporter.settled(command, 'accepted', answer.generation);
      return kind === 'leave' ? 'over' : null;
    }
    if (answer.kind !== 'refused') return null;
    const then = afterRefusedCommand(kind, answer.code);
    if (then === 'repeat') {
      this.#courier.putOff(command);
      return null;
    }
    this.#commands.shift();
    this.#reporter.settled(command, answer.code, answer.generation);
    return then === 'over' ? 'over' : null;
  }

  /** The one under way has been repeated for long enough. */
  giveUp(command: Command): void {
    this.#commands.shift();
    this.#reporter.settled(command, 'unknown');
  }

  /** Lets go what no server has heard of; what was sent stays, because it may have been committed. */
  dropUnsent(): void {
    this.#drop((command) => !command.everSent);
  }

  dropAll(): void {
    this.#drop(() => true);
  }

  #drop(goes: (command: Command) => boolean): void {
    for (const command of this.#commands.filter(goes)) {
      this.#reporter.settled(command, command.everSent ? 'unknown' : 'not_sent');
    }
    this.#commands = this.#commands.filter((command) => !goes(command));
  }
}

/** A trace and a choice log that keep nothing: a run of days has too many events to show, and is repeated by its seed. */
import { ChoiceLog } from '../../sim/kernel/choices.ts';
import { Trace } from '../../sim/kernel/trace.ts';

export class UnkeptTrace extends Trace {
  protected override keep(): void {}
}

export class UnkeptChoices extends ChoiceLog {
  protected override keep(): void {}
}

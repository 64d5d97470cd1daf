/** Runs all invariants over one run; keeps the first violation, which ends it. */
import type { Invariant, WatchedRun, Watcher } from './invariant.ts';

export interface Violation {
  readonly invariant: Invariant;
  readonly message: string;
}

type Hook = Exclude<keyof Watcher, 'unsettled'>;
type Listener<Name extends Hook> = (...args: Parameters<NonNullable<Watcher[Name]>>) => void;

export class Monitor {
  readonly #watchers: readonly { readonly invariant: Invariant; readonly watcher: Watcher }[];
  /** The first thing that went wrong, if anything did. */
  violation: Violation | null = null;
  readonly committed: Listener<'committed'>;
  readonly acknowledged: Listener<'acknowledged'>;
  readonly published: Listener<'published'>;
  readonly offered: Listener<'offered'>;
  readonly throttled: Listener<'throttled'>;
  readonly failed: Listener<'failed'>;
  readonly halted: Listener<'halted'>;
  readonly dropped: Listener<'dropped'>;
  readonly requested: Listener<'requested'>;
  readonly sent: Listener<'sent'>;
  readonly delivered: Listener<'delivered'>;
  readonly closedByServer: Listener<'closedByServer'>;
  readonly viewed: Listener<'viewed'>;
  readonly read: Listener<'read'>;
  readonly rebuilt: Listener<'rebuilt'>;
  readonly logged: Listener<'logged'>;
  readonly ended: Listener<'ended'>;

  constructor(invariants: readonly Invariant[], run: Omit<WatchedRun, 'violated'>) {
    this.#watchers = invariants.map((invariant) => ({
      invariant,
      watcher: invariant.watch({ ...run, violated: (message) => this.#report(invariant, message) }),
    }));
    const watchers = this.#watchers.map(({ watcher }) => watcher);
    this.committed = everyone(watchers, (watcher) => watcher.committed?.bind(watcher));
    this.acknowledged = everyone(watchers, (watcher) => watcher.acknowledged?.bind(watcher));
    this.published = everyone(watchers, (watcher) => watcher.published?.bind(watcher));
    this.offered = everyone(watchers, (watcher) => watcher.offered?.bind(watcher));
    this.throttled = everyone(watchers, (watcher) => watcher.throttled?.bind(watcher));
    this.failed = everyone(watchers, (watcher) => watcher.failed?.bind(watcher));
    this.halted = everyone(watchers, (watcher) => watcher.halted?.bind(watcher));
    this.dropped = everyone(watchers, (watcher) => watcher.dropped?.bind(watcher));
    this.requested = everyone(watchers, (watcher) => watcher.requested?.bind(watcher));
    this.sent = everyone(watchers, (watcher) => watcher.sent?.bind(watcher));
    this.delivered = everyone(watchers, (watcher) => watcher.delivered?.bind(watcher));
    this.closedByServer = everyone(watchers, (watcher) => watcher.closedByServer?.bind(watcher));
    this.viewed = everyone(watchers, (watcher) => watcher.viewed?.bind(watcher));
    this.read = everyone(watchers, (watcher) => watcher.read?.bind(watcher));
    this.rebuilt = everyone(watchers, (watcher) => watcher.rebuilt?.bind(watcher));
    this.logged = everyone(watchers, (watcher) => watcher.logged?.bind(watcher));
    this.ended = everyone(watchers, (watcher) => watcher.ended?.bind(watcher));
  }

  #report(invariant: Invariant, message: string): void {
    this.violation ??= { invariant, message };
  }

  /** Every reason for which the run has not converged, with the invariant that demands it. */
  unsettled(): readonly Violation[] {
    return this.#watchers.flatMap(({ invariant, watcher }) => {
      const message = watcher.unsettled?.() ?? null;
      return message === null ? [] : [{ invariant, message }];
    });
  }
}

/** One function that tells all who listen. */
function everyone<Args extends readonly unknown[]>(
  watchers: readonly Watcher[],
  listenerOf: (watcher: Watcher) => ((...args: Args) => void) | undefined,
): (...args: Args) => void {
  const listeners = watchers.flatMap((watcher) => listenerOf(watcher) ?? []);
  return (...args) => {
    for (const listener of listeners) listener(...args);
  };
}

/** Tells an observer what became durable, as the store then holds it. */
import type { InstanceId } from '../../src/core/ids.ts';
import type {
  Claim,
  CommitOutcome,
  CommitRequest,
  HaltedRecord,
  StoreEngine,
} from '../../src/ports/room-store.ts';
import type { CommitObserver } from '../system-under-test.ts';
import { EngineInFront } from './engine-in-front.ts';

const MOST_EVENTS_OF_A_COMMIT = 1_000;

export class ObservedEngine extends EngineInFront {
  readonly #observer: CommitObserver;
  /** All that ever sent a heartbeat. */
  readonly #instances = new Set<InstanceId>();
  /** The last claim of each target on each generation. */
  readonly #claims = new Map<string, { readonly claim: Claim; readonly untilMs: number }>();

  constructor(engine: StoreEngine, observer: CommitObserver) {
    super(engine);
    this.#observer = observer;
  }

  override commit(request: CommitRequest): CommitOutcome {
    const { engine } = this;
    const { code } = request;
    const before = engine.load(code, null).state;
    const position = engine.position();
    const outcome = engine.commit(request);
    if (outcome.kind !== 'commit') return outcome;
    const after = engine.load(code, null).state;
    const events = engine.tail(position, MOST_EVENTS_OF_A_COMMIT).entries.map(({ event }) => event);
    const at = events[0]?.at ?? engine.now();
    if (after !== null) this.#observer.committed({ code, before, after, events, at });
    return outcome;
  }

  override heartbeat(instance: InstanceId): 'live' | 'void' {
    this.#instances.add(instance);
    return this.engine.heartbeat(instance);
  }

  /** P12: whether the heartbeat of any instance is young enough. */
  anyLive(): boolean {
    for (const instance of this.#instances) if (this.engine.isLive(instance)) return true;
    return false;
  }

  override acknowledge(claim: Claim, through: number): 'acknowledged' | 'refused' {
    const lapsed = this.#isLapsed(claim);
    const answer = this.engine.acknowledge(claim, through);
    if (answer === 'acknowledged') {
      const { target, code, generation } = claim;
      this.#observer.acknowledged({ target, code, generation, through, lapsed });
    }
    return answer;
  }

  override fail(
    claim: Claim,
    through: number,
    haltAfter: number,
  ): 'put_off' | 'halted' | 'refused' {
    const lapsed = this.#isLapsed(claim);
    const answer = this.engine.fail(claim, through, haltAfter);
    if (answer === 'refused') return answer;
    const { target, code, generation } = claim;
    this.#observer.acknowledged({ target, code, generation, through, lapsed });
    if (answer === 'halted') {
      this.#observer.halted({ target, code, generation, sequence: through + 1 });
    }
    return answer;
  }

  override drop(record: HaltedRecord): boolean {
    const dropped = this.engine.drop(record);
    if (dropped) this.#observer.dropped(record);
    return dropped;
  }

  override claim(target: string, claimMs: number, limit: number): Claim | null {
    const claim = this.engine.claim(target, claimMs, limit);
    if (claim !== null) this.#note(claim, this.engine.now() + claimMs);
    return claim;
  }

  /** A claim that has lapsed needs no note: one without a note has lapsed. */
  #note(claim: Claim, untilMs: number): void {
    const now = this.engine.now();
    for (const [key, last] of this.#claims) {
      if (last.untilMs > now) break;
      this.#claims.delete(key);
    }
    this.#claims.delete(claimed(claim));
    this.#claims.set(claimed(claim), { claim, untilMs });
  }

  /** P21: whether its time is over, or another claim of the same records has followed it. */
  #isLapsed(claim: Claim): boolean {
    const last = this.#claims.get(claimed(claim));
    return last?.claim.fence !== claim.fence || this.engine.now() >= last.untilMs;
  }
}

const claimed = ({ target, code, generation }: Claim): string => `${target} ${code} ${generation}`;

/** A store engine that tells an observer what became durable, as the store then holds it. */
import type { CommitOutcome, StoreEngine } from '../../src/ports/room-store.ts';
import type { CommitObserver } from '../api.ts';

const MOST_EVENTS_OF_A_COMMIT = 1_000;

export function observedEngine(engine: StoreEngine, observer: CommitObserver): StoreEngine {
  return {
    now: () => engine.now(),
    load: (code, request) => engine.load(code, request),
    loadLog: (code, cursor) => engine.loadLog(code, cursor),
    position: () => engine.position(),
    tail: (position, limit) => engine.tail(position, limit),
    heads: (codes) => engine.heads(codes),
    heartbeat: (instance) => engine.heartbeat(instance),
    isLive: (instance) => engine.isLive(instance),
    attachments: (instance) => engine.attachments(instance),
    due: (limit) => engine.due(limit),
    nextWake: () => engine.nextWake(),
    armed: (code) => engine.armed(code),
    haunted: (limit) => engine.haunted(limit),
    claim: (target, claimMs, limit) => engine.claim(target, claimMs, limit),
    compact: (retention, limit) => engine.compact(retention, limit),
    close: () => engine.close(),
    commit(request): CommitOutcome {
      const before = engine.load(request.code, null).state;
      const position = engine.position();
      const outcome = engine.commit(request);
      if (outcome.kind === 'commit') {
        const after = engine.load(request.code, null).state;
        const entries = engine.tail(position, MOST_EVENTS_OF_A_COMMIT).entries;
        const events = entries.map(({ event }) => event);
        const at = events[0]?.at ?? engine.now();
        if (after !== null) observer.committed({ code: request.code, before, after, events, at });
      }
      return outcome;
    },
    acknowledge(claim, through) {
      const answer = engine.acknowledge(claim, through);
      if (answer === 'acknowledged') {
        const { target, code, generation } = claim;
        observer.acknowledged({ target, code, generation, through });
      }
      return answer;
    },
  };
}

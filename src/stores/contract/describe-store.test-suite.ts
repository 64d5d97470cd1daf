/** What every store engine does. Both shapes and both engines are held against it (P26). */
import { afterEach, describe } from 'vitest';
import { describeCommits } from './commit.test-suite.ts';
import type { MakeRig, Rig } from './driver.test-suite.ts';
import { describeOutbox, describeRetention } from './outbox.test-suite.ts';
import { describeTime } from './time.test-suite.ts';

export function describeStore(name: string, make: MakeRig): void {
  describe(name, () => {
    const rigs: Rig[] = [];
    const tracked: MakeRig = (settings) => {
      const rig = make(settings);
      rigs.push(rig);
      return rig;
    };
    afterEach(() => {
      for (const rig of rigs.splice(0)) rig.close();
    });
    describeCommits(tracked);
    describeTime(tracked);
    describeOutbox(tracked);
    describeRetention(tracked);
  });
}

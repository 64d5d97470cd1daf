/** What `run` does on one core: every scenario, plans and checks and sums included. */
import { addTallies, type CampaignTally, EMPTY_TALLY, runSeeds } from '../../sim/run/campaign.ts';
import { type Measure, overRounds } from '../measure/claim.ts';
import { onMemory } from '../measure/memory-lobby.ts';
import { timedRounds } from '../measure/rounds.ts';
import { allScenarios } from '../measure/scenarios.ts';
import { spreadOf } from '../measure/spread.ts';

const SEEDS = { base: 1, from: 1, to: 6 };
const ROUNDS = { rounds: 5, warmups: 2 };

export async function measureEndToEnd(): Promise<readonly Measure[]> {
  const setups = allScenarios().map(onMemory);
  let tally: CampaignTally = EMPTY_TALLY;
  const all = async (): Promise<void> => {
    tally = EMPTY_TALLY;
    for (const setup of setups) tally = addTallies(tally, await runSeeds(setup, SEEDS));
  };
  const times = await timedRounds({ all }, ROUNDS);
  demandThatAllHeld(tally);
  const { events, virtualMs } = tally;
  return [
    overRounds(
      'endToEnd.eventsPerSecond',
      `events/s of \`run\` on one core, over ${setups.length} scenarios`,
      spreadOf(times.map((round) => (events * 1_000) / round.all)),
    ),
    overRounds(
      'endToEnd.virtualPerWall',
      'virtual seconds per second',
      spreadOf(times.map((round) => virtualMs / round.all)),
    ),
  ];
}

/** A run that fails ends early: it would count as a fast one. */
function demandThatAllHeld({ failures }: CampaignTally): void {
  const [first] = failures;
  if (first !== undefined) {
    const { invariant, message } = first.failure;
    throw new Error(
      `${failures.length} runs failed; ${invariant} at seed ${first.seed}: ${message}`,
    );
  }
}

/** Which scenarios are run: all, or those that were named, and of these the ones that `--grep` and `--tag` leave. */
import { amountOf } from '../amounts.ts';
import { type LoadedScenario, namedScenarios, packagedScenarios } from '../scenario-files.ts';
import { unknownName, UsageError } from '../usage-error.ts';
import type { RunFlags } from './run-flags.ts';

export function selected(
  words: readonly string[],
  { grep, tag }: Pick<RunFlags, 'grep' | 'tag'>,
): readonly LoadedScenario[] {
  const named = words.length === 0 ? packagedScenarios() : namedScenarios(words);
  for (const each of tag ?? []) demandTag(each, named);
  const found = named.filter(
    ({ scenario: { name, title, tags } }) =>
      (grep === undefined || grep.test(name) || grep.test(title)) &&
      (tag ?? []).every((each) => tags.includes(each)),
  );
  if (found.length > 0) return found;
  throw new UsageError(
    `nothing matched: none of ${amountOf(named.length, 'scenario')} ${asked({ grep, tag })}; "interregnum list" names them`,
  );
}

/** A tag that some scenario has, though perhaps none of those that were named. */
function demandTag(tag: string, named: readonly LoadedScenario[]): void {
  const known = [...new Set([...named, ...packagedScenarios()].flatMap(tagsOf))].sort();
  if (!known.includes(tag)) throw unknownName('tag', tag, known);
}

const tagsOf = ({ scenario }: LoadedScenario): readonly string[] => scenario.tags;

function asked({ grep, tag }: Pick<RunFlags, 'grep' | 'tag'>): string {
  return [
    ...(grep === undefined ? [] : [`has a name or title like /${grep.source}/`]),
    ...(tag === undefined ? [] : [`has the tags ${tag.join(', ')}`]),
  ].join(' and ');
}

/** Which scenarios are run: all, or those that were named, and of these the ones that `--grep` and `--tag` leave. */
import { type LoadedScenario, namedScenarios, packagedScenarios } from '../scenario-files.ts';
import { unknownName, UsageError } from '../usage-error.ts';
import type { RunFlags } from './run-flags.ts';

export function selected(
  words: readonly string[],
  { grep, tag }: Pick<RunFlags, 'grep' | 'tag'>,
): readonly LoadedScenario[] {
  const named = words.length === 0 ? packagedScenarios() : namedScenarios(words);
  const known = [...new Set(named.flatMap(({ scenario }) => scenario.tags))].sort();
  for (const each of tag ?? []) if (!known.includes(each)) throw unknownName('tag', each, known);
  const found = named.filter(
    ({ scenario: { name, title, tags } }) =>
      (grep === undefined || grep.test(name) || grep.test(title)) &&
      (tag ?? []).every((each) => tags.includes(each)),
  );
  if (found.length > 0) return found;
  throw new UsageError(
    `nothing matched: none of ${named.length} scenarios ${asked({ grep, tag })}; "interregnum list" names them`,
  );
}

function asked({ grep, tag }: Pick<RunFlags, 'grep' | 'tag'>): string {
  return [
    ...(grep === undefined ? [] : [`has a name or title like /${grep.source}/`]),
    ...(tag === undefined ? [] : [`has the tags ${tag.join(', ')}`]),
  ].join(' and ');
}

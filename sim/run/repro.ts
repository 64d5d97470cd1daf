/**
 * A repro: one word that names a run, to be pasted after `interregnum replay` (harness §6). It holds for one text of the
 * scenario; with another text it is stale.
 *
 *     scenario:seed:strategy:texthash[:variant=…][:store=…][:shape=…]
 */
export interface Repro {
  readonly scenario: string;
  readonly seed: number;
  readonly strategy: 'random';
  /** 8 hex digits of the scenario's text. */
  readonly textHash: string;
  readonly variant: string | null;
  readonly store: 'memory' | 'sqlite';
  readonly shape: 'coordinator' | 'ledger';
}

export function formatRepro(repro: Repro): string {
  const { scenario, seed, strategy, textHash, variant, store, shape } = repro;
  return [
    `${scenario}:${seed}:${strategy}:${textHash}`,
    ...(variant === null ? [] : [`variant=${variant}`]),
    ...(store === 'memory' ? [] : [`store=${store}`]),
    ...(shape === 'coordinator' ? [] : [`shape=${shape}`]),
  ].join(':');
}

/** A path may have colons of its own. */
const WORD = /^(.+):(\d+):([^:]+):([0-9a-f]{8})((?::[^:]*)*)$/;
const MOST_SEED = 0xffff_ffff;

/** The run that a word names, or what is wrong with the word. */
export function parseRepro(word: string): Repro | { readonly error: string } {
  const [, scenario = '', digits = '', strategy = '', textHash = '', tail = ''] =
    WORD.exec(word) ?? [];
  const options = tail.split(':').slice(1);
  if (scenario === '') {
    return { error: `"${word}" is no repro: expected scenario:seed:strategy:texthash` };
  }
  const seed = Number(digits);
  if (seed > MOST_SEED) return { error: `"${word}" has the seed ${digits}: at most ${MOST_SEED}` };
  if (strategy !== 'random') {
    return { error: `"${word}" names the strategy "${strategy}": expected random` };
  }
  const seen = new Set<string>();
  let variant: string | null = null;
  let store: Repro['store'] = 'memory';
  let shape: Repro['shape'] = 'coordinator';
  for (const option of options) {
    const [name = '', value = ''] = option.split('=');
    if (seen.has(name)) return { error: `"${word}" has the option ${name} twice: expected once` };
    seen.add(name);
    if (name === 'variant' && value !== '') variant = value;
    else if (name === 'store' && (value === 'memory' || value === 'sqlite')) store = value;
    else if (name === 'shape' && (value === 'coordinator' || value === 'ledger')) shape = value;
    else {
      return {
        error: `"${word}" has the option "${option}": expected variant=…, store=… or shape=…`,
      };
    }
  }
  return { scenario, seed, strategy, textHash, variant, store, shape };
}

/** The two streams, and how what goes there is dressed. Data goes to stdout; in `--json` mode all prose goes to stderr. */
import { Chalk, type ChalkInstance, type ColorSupportLevel } from 'chalk';

export interface Prose {
  /** Writes a line. */
  readonly line: (text?: string) => void;
  readonly colour: ChalkInstance;
  /** Columns to fit into; null: no terminal, lines are as long as they are. */
  readonly columns: number | null;
}

/** The environment, as far as it decides about colour. */
export type ColourEnvironment = Readonly<
  Partial<Record<'NO_COLOR' | 'FORCE_COLOR' | 'TERM' | 'COLORTERM', string>>
>;

/** `--no-color` and `NO_COLOR` win over `FORCE_COLOR`, and that over what the stream is. */
export function colourLevel(
  environment: ColourEnvironment,
  isTerminal: boolean,
  wanted: boolean,
): ColorSupportLevel {
  const { NO_COLOR, FORCE_COLOR, TERM, COLORTERM } = environment;
  if (!wanted || (NO_COLOR !== undefined && NO_COLOR !== '')) return 0;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return forcedLevel(FORCE_COLOR);
  if (!isTerminal || TERM === 'dumb') return 0;
  if (COLORTERM === 'truecolor') return 3;
  return TERM?.includes('256') === true ? 2 : 1;
}

function forcedLevel(value: string): ColorSupportLevel {
  if (value === '0' || value === 'false') return 0;
  if (value === '2') return 2;
  return value === '3' ? 3 : 1;
}

export function proseOn(stream: NodeJS.WriteStream, wantsColour: boolean): Prose {
  const isTerminal = stream.isTTY === true;
  const level = colourLevel(process.env, isTerminal, wantsColour);
  return {
    line: (text = '') => {
      stream.write(`${text}\n`);
    },
    colour: new Chalk({ level }),
    columns: isTerminal ? Math.max(60, stream.columns) : null,
  };
}

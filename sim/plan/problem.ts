/** Something that is wrong in a scenario file, and where: by path until it is placed at a line and column. */

/** Keys and indices from the root of the file: `['steps', 3, 'does']`. */
export type Path = readonly (string | number)[];

export interface Problem {
  readonly path: Path;
  /** Whether the key itself is wrong, or its value. */
  readonly at: 'key' | 'value';
  readonly message: string;
  /** What was likely meant; null: nothing is near enough. */
  readonly nearest: string | null;
}

/** Collects what is wrong, so that one reading tells everything. */
export class Problems {
  readonly #found: Problem[] = [];

  get found(): readonly Problem[] {
    return this.#found;
  }

  add(
    path: Path,
    message: string,
    nearest: string | null = null,
    at: 'key' | 'value' = 'value',
  ): void {
    this.#found.push({ path, at, message, nearest });
  }
}

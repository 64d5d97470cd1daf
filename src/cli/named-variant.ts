/** The known-bad design of an id. */
import { VARIANTS } from '../../sim/variants/all.ts';
import type { Variant } from '../../sim/variants/variant.ts';
import { unknownName } from './usage-error.ts';

export function namedVariant(id: string): Variant {
  const variant = VARIANTS.find((candidate) => candidate.id === id);
  if (variant === undefined)
    throw unknownName(
      'variant',
      id,
      VARIANTS.map((each) => each.id),
    );
  return variant;
}

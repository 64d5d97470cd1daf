/** The settings and room policies of a scenario, held to the relations of protocol §10. */
import type { RoomPolicy } from '../../src/core/policy.ts';
import {
  DEFAULT_SETTINGS,
  policyErrors,
  type Settings,
  settingsErrors,
} from '../../src/core/settings.ts';
import { durationMs } from './duration.ts';
import type { Path, Problems } from './problem.ts';
import type { WrittenDuration, WrittenRoom, WrittenSettings } from './scenario-file.ts';

export function resolveSettings(written: WrittenSettings, problems: Problems): Settings {
  const settings = { ...DEFAULT_SETTINGS, ...inMs(written, ['settings'], problems) };
  for (const message of settingsErrors(settings)) {
    problems.add(placeOf(message, written, ['settings']), message);
  }
  return settings;
}

/** What the room does not say is as in the settings; its own lengths must fit them. */
export function resolvePolicy(
  written: WrittenRoom,
  settings: Settings,
  path: Path,
  problems: Problems,
): RoomPolicy {
  const { policy = 'lease', emptyRoom = 'hold', ...lengths } = written;
  const own = inMs(lengths, path, problems);
  const { leaseMs, seatGraceMs, idleMs, maxAbsenceMs } = { ...settings, ...own };
  const resolved = { succession: policy, emptyRoom, leaseMs, seatGraceMs, idleMs, maxAbsenceMs };
  for (const message of policyErrors(resolved, settings)) {
    problems.add(placeOf(message, lengths, path), message);
  }
  return resolved;
}

function inMs(
  written: Readonly<Record<string, WrittenDuration>>,
  path: Path,
  problems: Problems,
): Partial<Settings> {
  const read: Record<string, number> = {};
  for (const [name, value] of Object.entries(written)) {
    const ms = durationMs(value);
    if (ms === null)
      problems.add([...path, name], `${value} is not a whole number of milliseconds`);
    else read[name] = ms;
  }
  return read;
}

/** A broken relation names two settings: it stands at the first of them that is written. */
function placeOf(message: string, written: object, path: Path): Path {
  const named = Object.keys(written).find((name) => new RegExp(`\\b${name}\\b`).test(message));
  return named === undefined ? path : [...path, named];
}

/** Who and what there is: rooms with their policies, members, servers and workers. */
import type { Settings } from '../../src/core/settings.ts';
import { nearest } from './nearest.ts';
import type { Topology } from './plan.ts';
import type { Path, Problems } from './problem.ts';
import { resolvePolicy } from './resolve-settings.ts';
import type { ScenarioFile } from './scenario-file.ts';

/** The code of the only room, where a file names none. */
const ROOM = 'lobby';

export function resolveTopology(
  written: ScenarioFile,
  settings: Settings,
  problems: Problems,
): Topology {
  if (written.room !== undefined && written.rooms !== undefined) {
    problems.add(['room'], 'a scenario has one room, or rooms by code, not both', null, 'key');
  }
  const policies = Object.entries(written.rooms ?? { [ROOM]: written.room ?? {} });
  const rooms = policies.map(([code, policy]) => {
    const path: Path = written.rooms === undefined ? ['room'] : ['rooms', code];
    return { code, policy: resolvePolicy(policy, settings, path, problems) };
  });
  if (rooms.length === 0) problems.add(['rooms'], 'a scenario has at least one room');
  const codes = rooms.map(({ code }) => code);
  const { servers = 2, workers = 2 } = written;
  return { servers, workers, members: resolveMembers(written, codes, problems), rooms };
}

function resolveMembers(
  { members }: ScenarioFile,
  rooms: readonly string[],
  problems: Problems,
): Topology['members'] {
  const [first = ROOM] = rooms;
  const seen = new Set<string>();
  return members.map((member, i) => {
    const { name, room } = typeof member === 'string' ? { name: member, room: first } : member;
    if (seen.has(name)) problems.add(['members', i], `there are two members "${name}"`);
    if (/^(server|worker)-\d+$/.test(name)) {
      problems.add(['members', i], `"${name}" is the name of a process: choose another`);
    }
    if (!rooms.includes(room)) {
      problems.add(['members', i, 'room'], `unknown room "${room}"`, nearest(room, rooms));
    }
    if (typeof member === 'string' && rooms.length > 1) {
      problems.add(
        ['members', i],
        `with several rooms a member says which: { name: ${name}, room: ${first} }`,
      );
    }
    seen.add(name);
    return { name, room };
  });
}

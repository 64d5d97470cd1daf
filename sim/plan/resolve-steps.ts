/** Scripted steps: from lines of a story to planned steps, each with its place in the file. */
import type { Cast } from './cast.ts';
import type { MemberAction, OperatorAction, PlannedStep } from './plan.ts';
import type { Path, Problems } from './problem.ts';
import { resolvePolicy } from './resolve-settings.ts';
import type {
  WrittenMemberStep,
  WrittenNetworkStep,
  WrittenOperatorStep,
  WrittenProcessStep,
  WrittenStep,
} from './scenario-file.ts';

export interface PlacedStep {
  readonly step: PlannedStep;
  readonly path: Path;
}

/** Which keys belong to which action, besides `at` and who acts; a `!` marks one that it needs. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  open: ['server', 'generation'],
  join: ['server', 'generation'],
  close: [],
  drop: ['serverNotices', 'clientNotices'],
  return: ['server'],
  reload: ['server'],
  'second-tab': ['server'],
  forget: ['server'],
  leave: [],
  end: [],
  remove: ['target!'],
  transfer: ['target!'],
  'set-eligible': ['target!', 'eligible!'],
  forge: ['with!'],
  crash: ['for'],
  restart: [],
  pause: ['for'],
  unpause: [],
  clock: ['offset!'],
  drift: ['gains!'],
  partition: ['between', 'from', 'to', 'for!'],
  storm: ['for!'],
  outage: ['for!'],
  'set-policy': ['to!', 'rooms'],
  redrive: [],
  'drop-record': [],
};
const WHO = ['at', 'member', 'process', 'operator', 'room', 'does', 'network', 'store'];

/** In order of time; equal times as they are written. */
export function resolveSteps(
  written: readonly WrittenStep[],
  cast: Cast,
  problems: Problems,
): readonly PlacedStep[] {
  const placed = written.flatMap((step, i): readonly PlacedStep[] => {
    const path = ['steps', i];
    const does = doneIn(step);
    if (!keysFit(step, does, path, problems)) return [];
    const atMs = cast.ms(step.at, [...path, 'at']);
    return planned(step, atMs, path, cast, problems).map((resolved) => ({ step: resolved, path }));
  });
  return placed.sort((a, b) => a.step.atMs - b.step.atMs);
}

function doneIn(step: WrittenStep): string {
  if ('operator' in step) return step.operator;
  if ('network' in step) return step.network;
  return 'store' in step ? step.store : step.does;
}

function keysFit(step: WrittenStep, does: string, path: Path, problems: Problems): boolean {
  const keys = KEYS[does] ?? [];
  const present = Object.keys(step);
  const strange = present.filter(
    (key) => !WHO.includes(key) && !keys.includes(key) && !keys.includes(`${key}!`),
  );
  for (const key of strange) {
    problems.add([...path, key], `${key} has no meaning for ${does}`, null, 'key');
  }
  const missing = keys.filter((key) => key.endsWith('!') && !present.includes(key.slice(0, -1)));
  for (const key of missing) problems.add(path, `${does} needs ${key.slice(0, -1)}`);
  return strange.length === 0 && missing.length === 0;
}

function planned(
  step: WrittenStep,
  atMs: number,
  path: Path,
  cast: Cast,
  problems: Problems,
): readonly PlannedStep[] {
  if ('operator' in step) return operatorSteps(step, atMs, path, cast, problems);
  if ('process' in step) return processSteps(step, atMs, path, cast, problems);
  if ('network' in step) return networkSteps(step, atMs, path, cast, problems);
  if ('store' in step) {
    const untilMs = atMs + cast.ms(step.for, [...path, 'for']);
    return [
      { atMs, who: 'store', does: 'down' },
      { atMs: untilMs, who: 'store', does: 'up' },
    ];
  }
  if (!cast.check('member', step.member, cast.members, [...path, 'member'])) return [];
  if (step.server !== undefined)
    cast.check('server', step.server, cast.servers, [...path, 'server']);
  const peers = cast.membersOf(cast.roomOf(step.member));
  if (step.target !== undefined) cast.check('member', step.target, peers, [...path, 'target']);
  const { member } = step;
  return [{ atMs, who: 'member', member, ...memberAction(step, path, cast) }];
}

function memberAction(step: WrittenMemberStep, path: Path, cast: Cast): MemberAction {
  const { does, target = '', eligible = false, with: forgery = 'wrong-nonce' } = step;
  const server = step.server === undefined ? {} : { server: step.server };
  switch (does) {
    case 'open':
    case 'join':
      return {
        does,
        ...server,
        ...(step.generation === undefined ? {} : { generation: step.generation }),
      };
    case 'drop':
      return {
        does,
        ...notices('serverNoticesMs', step.serverNotices, [...path, 'serverNotices'], cast),
        ...notices('clientNoticesMs', step.clientNotices, [...path, 'clientNotices'], cast),
      };
    case 'return':
    case 'reload':
    case 'second-tab':
    case 'forget':
      return { does, ...server };
    case 'close':
    case 'leave':
    case 'end':
      return { does };
    case 'remove':
    case 'transfer':
      return { does, target };
    case 'set-eligible':
      return { does, target, eligible };
    case 'forge':
      return { does, with: forgery };
  }
}

function notices<Key extends 'serverNoticesMs' | 'clientNoticesMs'>(
  key: Key,
  written: string | number | undefined,
  path: Path,
  cast: Cast,
): { readonly [key in Key]?: number } {
  if (written === undefined) return {};
  const noticed: { [key in Key]?: number } = {};
  noticed[key] = cast.ms(written, path);
  return noticed;
}

function operatorSteps(
  step: WrittenOperatorStep,
  atMs: number,
  path: Path,
  cast: Cast,
  problems: Problems,
): readonly PlannedStep[] {
  const rooms = step.rooms ?? [step.room ?? cast.rooms[0] ?? ''];
  if (step.room === undefined && step.rooms === undefined && cast.rooms.length > 1) {
    problems.add(path, 'with several rooms an operator says which: room');
    return [];
  }
  const key = step.rooms === undefined ? 'room' : 'rooms';
  return rooms.flatMap((room): readonly PlannedStep[] => {
    if (!cast.check('room', room, cast.rooms, [...path, key])) return [];
    if (step.target !== undefined) {
      cast.check('member', step.target, cast.membersOf(room), [...path, 'target']);
    }
    return [
      { atMs, who: 'operator', room, does: operatorAction(step, room, path, cast, problems) },
    ];
  });
}

function operatorAction(
  step: WrittenOperatorStep,
  room: string,
  path: Path,
  cast: Cast,
  problems: Problems,
): OperatorAction {
  const { operator: kind, target = '', eligible = false, to = {} } = step;
  switch (kind) {
    case 'end':
    case 'redrive':
    case 'drop-record':
      return { kind };
    case 'remove':
      return { kind, target };
    case 'set-eligible':
      return { kind, target, eligible };
    case 'set-policy': {
      const written = { ...cast.policyOf(room), ...to };
      return { kind, policy: resolvePolicy(written, cast.settings, [...path, 'to'], problems) };
    }
  }
}

function networkSteps(
  step: WrittenNetworkStep,
  atMs: number,
  path: Path,
  cast: Cast,
  problems: Problems,
): readonly PlannedStep[] {
  const forMs = cast.ms(step.for, [...path, 'for']);
  if (step.network === 'storm') return [{ atMs, who: 'network', does: 'storm', backMs: forMs }];
  const { between, from, to } = step;
  const oneWay = from !== undefined && to !== undefined;
  if (oneWay === (between !== undefined) || (from === undefined) !== (to === undefined)) {
    problems.add(path, 'a partition has either between, both ways, or from and to, one way');
    return [];
  }
  const [one, other] = between ?? [from ?? '', to ?? ''];
  const parties = [...cast.members, ...cast.processes, 'store'];
  const [onePath, otherPath] = oneWay
    ? [
        [...path, 'from'],
        [...path, 'to'],
      ]
    : [
        [...path, 'between', 0],
        [...path, 'between', 1],
      ];
  const known = cast.check('party', one, parties, onePath);
  if (!cast.check('party', other, parties, otherPath) || !known) return [];
  if (!isWay(cast, one, other)) {
    problems.add(
      path,
      `nothing goes between ${one} and ${other}: a way leads from a member to a server, or from a process to the store`,
    );
    return [];
  }
  const ways = oneWay ? [[one, other] as const] : [[one, other] as const, [other, one] as const];
  return ways.flatMap(([from, to]): readonly PlannedStep[] => [
    { atMs, who: 'network', does: 'cut', from, to },
    { atMs: atMs + forMs, who: 'network', does: 'mend', from, to },
  ]);
}

function isWay(cast: Cast, one: string, other: string): boolean {
  const leads = (a: string, b: string): boolean =>
    b === 'store'
      ? cast.processes.includes(a)
      : cast.members.includes(a) && cast.servers.includes(b);
  return leads(one, other) || leads(other, one);
}

const UNDOES = { crash: 'restart', pause: 'unpause' } as const;

/** `for: 20s` of a crash or pause is a second step. */
function processSteps(
  step: WrittenProcessStep,
  atMs: number,
  path: Path,
  cast: Cast,
  problems: Problems,
): readonly PlannedStep[] {
  const { process, does } = step;
  if (!cast.check('process', process, cast.processes, [...path, 'process'])) return [];
  if (does === 'clock') {
    const offsetMs = cast.ms(step.offset ?? 0, [...path, 'offset']);
    return [{ atMs, who: 'process', process, does, offsetMs }];
  }
  if (does === 'drift') {
    const perMille = cast.ms(step.gains ?? 0, [...path, 'gains']);
    if (perMille <= -1_000)
      problems.add(
        [...path, 'gains'],
        'a clock that loses a second each second stands still: at most -999ms',
      );
    return [{ atMs, who: 'process', process, does, perMille }];
  }
  const first: PlannedStep = { atMs, who: 'process', process, does };
  if (step.for === undefined || (does !== 'crash' && does !== 'pause')) return [first];
  const untilMs = atMs + cast.ms(step.for, [...path, 'for']);
  return [first, { atMs: untilMs, who: 'process', process, does: UNDOES[does] }];
}

import { describe, expect, it } from 'vitest';
import { parseScenario, scenarioErrorText } from './parse-scenario.ts';

const HEAD = 'title: A story\nrules: [P5]\nmembers: [ana, ben]\n';

/** The errors of a text as the lines that people read. */
function errorsOf(text: string): readonly string[] {
  const parsed = parseScenario('story.yaml', text);
  return parsed.ok ? [] : parsed.errors.map(scenarioErrorText);
}

const answers = (place: string, expected: string | RegExp): boolean =>
  expected instanceof RegExp ? expected.test(place) : place === expected;

describe('H1: wrong input is answered with its place and what would be right', () => {
  it.each([
    ['an unknown key', 'setings: {}\n', ['4:1: unknown key "setings"; did you mean "settings"?']],
    [
      'an unknown key of a setting',
      'settings: { leasMs: 30s }\n',
      ['4:13: unknown key "leasMs"; did you mean "leaseMs"?'],
    ],
    [
      'an unknown key of a step',
      'steps:\n  - { at: 1s, member: ana, does: open, serverNotice: 3s }\n',
      ['5:40: unknown key "serverNotice"; did you mean "serverNotices"?'],
    ],
    [
      'an unknown key in an alternative',
      'expect:\n  oneOf:\n    - { hostTrm: 1 }\n',
      ['6:9: unknown key "hostTrm"; did you mean "hostTerm"?'],
    ],
    [
      'a key of another action',
      'steps:\n  - { at: 1s, member: ana, does: open, target: ben }\n',
      ['5:40: target has no meaning for open'],
    ],
    [
      'a step of nobody',
      'steps:\n  - { at: 1s, memebr: ana, does: open }\n',
      [
        '5:15: a step says who acts: one of member, operator, process, network, store; did you mean "member"?',
      ],
    ],
    [
      'a partition where no way leads',
      'steps:\n  - { at: 1s, network: partition, between: [ana, ben], for: 1s }\n',
      [/^5:5: nothing goes between ana and ben: a way leads from a member to a server/],
    ],
    [
      'a partition both ways and one way',
      'steps:\n  - { at: 1s, network: partition, between: [ana, server-1], from: ana, to: server-1, for: 1s }\n',
      ['5:5: a partition has either between, both ways, or from and to, one way'],
    ],
    [
      'half a way of a partition',
      'steps:\n  - { at: 1s, network: partition, from: ana, for: 1s }\n',
      ['5:5: a partition has either between, both ways, or from and to, one way'],
    ],
    [
      'a partition from nowhere',
      'steps:\n  - { at: 1s, network: partition, from: sever-1, to: store, for: 1s }\n',
      [/^5:41: unknown party "sever-1"; .*; did you mean "server-1"\?$/],
    ],
    [
      'an outage without an end',
      'steps:\n  - { at: 1s, store: outage }\n',
      ['5:5: for is missing'],
    ],
    [
      'a clock that would stand still',
      'steps:\n  - { at: 1s, process: server-1, does: drift, gains: -1s }\n',
      ['5:54: a clock that loses a second each second stands still: at most -999ms'],
    ],
    [
      'an unknown action',
      'steps:\n  - { at: 1s, member: ana, does: jion }\n',
      [/^5:34: "jion" is none of open, join.*; did you mean "join"\?$/],
    ],
    [
      'an action without its target',
      'steps:\n  - { at: 1s, member: ana, does: open }\n  - { at: 2s, member: ana, does: remove }\n',
      ['6:5: remove needs target'],
    ],
    [
      'an unknown member',
      'steps:\n  - { at: 1s, member: anna, does: open }\n',
      ['5:23: unknown member "anna"; there is ana, ben; did you mean "ana"?'],
    ],
    [
      'an unknown process',
      'steps:\n  - { at: 1s, process: server-3, does: crash }\n',
      [/^5:24: unknown process "server-3"; there is server-1.*; did you mean "server-1"\?$/],
    ],
    [
      'an unknown server',
      'steps:\n  - { at: 1s, member: ana, does: open, server: worker-1 }\n',
      [/^5:48: unknown server "worker-1"/],
    ],
    [
      'a member that acts before it joins',
      'steps:\n  - { at: 1s, member: ana, does: open }\n  - { at: 2s, member: ben, does: leave }\n',
      ['6:34: ben cannot leave: it has not opened or joined yet'],
    ],
    [
      'a member that acts after it left',
      'steps:\n  - { at: 1s, member: ana, does: open }\n  - { at: 2s, member: ana, does: leave }\n  - { at: 3s, member: ana, does: return }\n',
      ['7:34: ana cannot return: it has left, and may only join anew'],
    ],
    [
      'a close of who is not connected',
      'steps:\n  - { at: 1s, member: ana, does: open }\n  - { at: 2s, member: ana, does: drop }\n  - { at: 3s, member: ana, does: close }\n',
      ['7:34: ana cannot close: it is not connected; let it return first'],
    ],
    [
      'a return of who is connected',
      'steps:\n  - { at: 1s, member: ana, does: open }\n  - { at: 3s, member: ana, does: return }\n',
      ['6:34: ana cannot return: it is connected; let it close or drop first'],
    ],
    [
      'a restart of what runs',
      'steps:\n  - { at: 1s, process: server-1, does: restart }\n',
      ['5:40: cannot restart server-1: it is up'],
    ],
    [
      'an unpause of what runs',
      'steps:\n  - { at: 1s, process: worker-1, does: unpause }\n',
      ['5:40: cannot unpause worker-1: it is up'],
    ],
    [
      'a pause of what is down',
      'steps:\n  - { at: 1s, process: worker-1, does: crash, for: 9s }\n  - { at: 5s, process: worker-1, does: pause }\n',
      ['6:40: cannot pause worker-1: it is down'],
    ],
    [
      'a step after the end',
      'end: 5s\nsteps:\n  - { at: 6s, member: ana, does: open }\n',
      ['6:11: a step at 6s is after the end at 5s'],
    ],
    [
      'a duration out of form',
      'steps:\n  - { at: 3 sec, member: ana, does: open }\n',
      ['5:11: at must be a duration such as 30s, 500ms or 2m'],
    ],
    [
      'a duration between two milliseconds',
      'end: 1.0005s\n',
      ['4:6: 1.0005s is not a whole number of milliseconds'],
    ],
    ['a run that is too long', 'end: 25h\n', [/^4:6: 25h is more than 24h/]],
    [
      'settings that break a relation',
      'settings: { leaseMs: 10s }\n',
      [
        /^4:22: heartbeatTimeoutMs must be < leaseMs: heartbeatTimeoutMs is 15000, leaseMs is 10000/,
      ],
    ],
    [
      'a room that breaks a relation of the settings',
      'room: { leaseMs: 3m }\n',
      [/^4:18: leaseMs must be < seatGraceMs: leaseMs is 180000, seatGraceMs is 120000/],
    ],
    [
      'an unknown fault',
      'faults: { mesage-drop: 5 }\n',
      ['4:11: unknown key "mesage-drop"; did you mean "message-drop"?'],
    ],
    [
      'a weight out of range',
      'faults: { message-drop: 101 }\n',
      ['4:25: message-drop must be at most 100'],
    ],
    [
      'a weight of nothing',
      'faults: { message-drop: 0 }\n',
      ['4:25: message-drop must be at least 1'],
    ],
    [
      'a hold on nobody',
      'holds:\n  - { hold: worker-9, before: commit, until: 5s }\n',
      [/^5:13: unknown process "worker-9"/],
    ],
    [
      'a hold before nothing',
      'holds:\n  - { hold: worker-1, before: comit, until: 5s }\n',
      [/^5:31: "comit" is none of .*; did you mean "commit"\?$/],
    ],
    [
      'a hold until nothing',
      'holds:\n  - { hold: worker-1, before: commit, until: worker-2 comit }\n',
      [/^5:46: unknown operation "comit".*; did you mean "commit"\?$/],
    ],
    [
      'a hold that ends before it begins',
      'holds:\n  - { hold: worker-1, before: commit, from: 9s, until: 5s }\n',
      ['5:56: until is 5s: it must be later than from'],
    ],
    [
      'a hold that waits for itself',
      'holds:\n  - { hold: worker-1, before: commit, until: worker-1 commit }\n',
      ['5:46: worker-1 would wait for the very step that is held back'],
    ],
    [
      'an unknown event',
      'expect:\n  events:\n    - host.change ana -> ben left\n',
      ['6:7: unknown event "host.change"; did you mean "host.changed"?'],
    ],
    [
      'an unknown member of an event',
      'expect: { never: [host.changed an] }\n',
      ['4:19: "an" is no member-or-none in host.changed; did you mean "ana"?'],
    ],
    [
      'an unknown reason',
      'expect:\n  events: [host.changed ana -> ben lease_expird]\n',
      [/^5:12: "lease_expird" is no lease_expired\|.*; did you mean "lease_expired"\?$/],
    ],
    [
      'an event line that lacks a word',
      'expect: { events: [room.closed] }\n',
      ['4:20: an event line has the form "room.closed ended|empty|idle|abandoned"'],
    ],
    [
      'a pattern of an unknown event',
      'expect: { counts: { member.joind: 1 } }\n',
      ['4:21: unknown event "member.joind"; did you mean "member.joined"?'],
    ],
    [
      'an unknown refusal',
      'expect: { refused: [{ member: ana, code: stale }] }\n',
      [/^4:42: "stale" is none of invalid_request/],
    ],
    [
      'an unknown host',
      'expect: { host: bem }\n',
      ['4:17: unknown member "bem"; did you mean "ben"?'],
    ],
    [
      'somebody unknown who sees',
      'expect: { sees: { cleo: [] } }\n',
      ['4:25: unknown member "cleo"; there is ana, ben'],
    ],
    [
      'a workload that outlasts the run',
      'end: 10s\nworkload: { for: 20s }\n',
      ['5:18: the last of the workload at 23s is after the end at 10s'],
    ],
  ])('H1: %s', (_what, text, expected) => {
    const places = errorsOf(HEAD + text).map((line) => line.replace(/^story\.yaml:/, ''));
    expect(places).toHaveLength(expected.length);
    const strange = places.filter((place, i) => !answers(place, expected[i] ?? ''));
    expect(strange).toEqual([]);
  });

  it('H1: an unknown rule', () => {
    expect(errorsOf('title: A story\nrules: [P5, P29]\nmembers: [ana]\n')).toEqual([
      'story.yaml:2:13: unknown rule "P29"; there is P1 to P28, and H1 to H7',
    ]);
  });

  it('H1: what is missing', () => {
    expect(errorsOf('title: A story\nmembers: [ana]\n')).toEqual([
      'story.yaml:1:1: rules is missing',
    ]);
    expect(errorsOf('')).toEqual(['story.yaml:1:1: a scenario must be a map of keys and values']);
  });

  it('H1: names that mean two things', () => {
    const head = 'title: A story\nrules: [P5]\n';
    expect(errorsOf(`${head}members: [ana, ana]\n`)).toEqual([
      'story.yaml:3:16: there are two members "ana"',
    ]);
    expect(errorsOf(`${head}members: [server-1]\n`)).toEqual([
      'story.yaml:3:11: "server-1" is the name of a process: choose another',
    ]);
    expect(errorsOf(`${head}rooms: { red: {}, blue: {} }\nmembers: [ana]\n`)).toEqual([
      'story.yaml:4:11: with several rooms a member says which: { name: ana, room: red }',
    ]);
  });

  it('H1: YAML that is none, at its line and column', () => {
    const [first] = errorsOf(`${HEAD}steps: [\n`);
    expect(first).toMatch(/^story\.yaml:5:1: /);
    expect(errorsOf(`${HEAD}title: again\n`)[0]).toMatch(
      /^story\.yaml:4:1: Map keys must be unique/,
    );
    expect(errorsOf(`${HEAD}settings: *nothing\n`)[0]).toMatch(/^story\.yaml:\d+:\d+: /);
  });

  it('H1: everything that is wrong at once, in the order of the file', () => {
    const found = errorsOf(`${HEAD}end: 1x\nfaults: { all: 3 }\n`);
    expect(found.map((line) => line.split(': ')[0])).toEqual(['story.yaml:4:6', 'story.yaml:5:11']);
  });
});

/** The members of a run: their pages, and what the plan has them do (harness §2, §4). */
import type { Client } from '../../src/client/client.ts';
import type { Intent, Settled } from '../../src/client/client-options.ts';
import { memberId, roomCode } from '../../src/core/ids.ts';
import type { Dialer, TransportEvents } from '../../src/ports/network.ts';
import type { RunningSystem } from '../system-under-test.ts';
import type { GoalCounter } from '../goals/goal-counter.ts';
import type { TabFacts } from '../invariants/invariant.ts';
import type { Scheduling } from '../kernel/scheduling.ts';
import type { Forgery, MemberAction, MemberPlan } from '../plan/plan.ts';
import { forge, type Forgeable, noteAnswer } from './forgery.ts';
import type { Link, RunningServer } from './link.ts';
import type { Network } from './network.ts';
import { type ClientSeam, Page, PageStorage } from './page.ts';
import type { RunFaults } from './run-faults.ts';

interface Member extends Forgeable {
  storage: PageStorage;
  pages: Page[];
  /** Whether its own network is up. */
  online: boolean;
  wants: 'in' | 'away' | 'out';
  /** Where it dials; null: anywhere. */
  server: string | null;
}

export interface MembersWorld {
  readonly kernel: Scheduling;
  readonly network: Network;
  readonly faults: RunFaults;
  readonly system: RunningSystem;
  readonly servers: readonly RunningServer[];
  readonly clientRetryMs: number;
  readonly makeClient: ClientSeam;
  readonly settled: (member: string, settled: Settled) => void;
  readonly viewed: (page: Page) => void;
}

/** How long each side may take to notice a broken transport, in ms: quickly, or as late as a ping time-out (F-reports). */
const NOTICE_MS: readonly (readonly [min: number, max: number])[] = [
  [0, 50],
  [0, 50],
  [6_000, 9_000],
  [20_000, 45_000],
];
const REFUSED_MS = 20;

export class Members {
  readonly #world: MembersWorld;
  readonly #members: ReadonlyMap<string, Member>;
  #tabs = 0;

  constructor(world: MembersWorld, plans: readonly MemberPlan[]) {
    this.#world = world;
    this.#members = new Map(plans.map((plan) => [plan.name, newMember(plan)] as const));
  }

  do(name: string, action: MemberAction): void {
    const member = this.#member(name);
    if ('server' in action) member.server = action.server ?? null;
    switch (action.does) {
      case 'open':
        this.#ask(member, (client) =>
          client.open(action.generation ?? this.#seenGeneration(member)),
        );
        break;
      case 'join':
        this.#ask(member, (client) => client.join(action.generation ?? null));
        break;
      case 'close':
        this.#close(member);
        break;
      case 'drop':
        this.#drop(member, action.serverNoticesMs, action.clientNoticesMs);
        break;
      case 'return':
        this.#enter(member);
        for (const { client } of member.pages) client.reconnect();
        break;
      case 'reload':
        this.#reload(member);
        break;
      case 'second-tab':
        if (member.pages.length > 0) this.#world.faults.count('two-tabs');
        this.#newPage(member).client.reconnect();
        break;
      case 'forget':
        this.#forget(member);
        break;
      case 'forge':
        this.#forge(member, action.with);
        break;
      default:
        this.#act(member, action);
    }
  }

  #act(
    member: Member,
    action: Extract<
      MemberAction,
      { readonly does: 'leave' | 'end' | 'remove' | 'transfer' | 'set-eligible' }
    >,
  ): void {
    const page = member.pages.at(-1);
    if (page === undefined) return;
    const { client } = this.#entered(page);
    switch (action.does) {
      case 'leave':
        if (client.leave().kind === 'taken') member.wants = 'out';
        break;
      case 'end':
        client.end();
        break;
      case 'remove':
        client.remove(memberId(action.target));
        break;
      case 'transfer':
        client.transfer(memberId(action.target));
        break;
      case 'set-eligible':
        client.setEligible(memberId(action.target), action.eligible);
        break;
    }
  }

  /** The member wants in: its network is up, and it has a page. */
  #enter(member: Member): Page {
    member.online = true;
    member.wants = 'in';
    return this.#entered(member.pages.at(-1) ?? this.#newPage(member));
  }

  /** What follows is code of the page. */
  #entered(page: Page): Page {
    this.#world.kernel.enter(page.process);
    return page;
  }

  /** A client that is busy with an earlier request of this kind goes on with that one. */
  #ask(member: Member, request: (client: Client) => Intent): void {
    const { client } = this.#enter(member);
    if (request(client).kind === 'declined') client.reconnect();
  }

  #newPage(member: Member): Page {
    const { kernel, clientRetryMs, makeClient } = this.#world;
    const { name, room } = member.plan;
    const onSettled = (settled: Settled): void => this.#world.settled(name, settled);
    const { storage } = member;
    const page = new Page(
      kernel,
      { member: name, room, tab: ++this.#tabs, storage, clientRetryMs, makeClient, onSettled },
      (own) => this.#dialer(member, own),
    );
    member.pages.push(page);
    return page;
  }

  #dialer(member: Member, page: Page): Dialer {
    const { kernel, network, servers } = this.#world;
    return {
      dial: (events: TransportEvents) => {
        const up = servers.filter(({ name }) => member.server === null || name === member.server);
        const server = up[kernel.choices.choose('value', up.length)];
        if (!member.online || server === undefined) {
          kernel.after(REFUSED_MS, member.plan.name, 'offline', page.process, () =>
            events.closed(null),
          );
          return;
        }
        // The server that a step names is for the transport of that step; later ones go anywhere.
        member.server = null;
        network.dial(member.plan.name, page.process, server, {
          ...events,
          received: (frame) => {
            if (frame.kind === 'reply') noteAnswer(member, frame);
            events.received(frame);
          },
        });
      },
    };
  }

  #close(member: Member): void {
    const before = this.#openLinksOf(member);
    member.wants = 'away';
    for (const page of member.pages) this.#entered(page).client.disconnect();
    if (this.#openLinksOf(member) < before) this.#world.faults.count('clean-close');
  }

  #drop(member: Member, serverNoticesMs?: number, clientNoticesMs?: number): void {
    member.online = false;
    member.wants = 'away';
    const { network, faults } = this.#world;
    for (const link of this.#linksOf(member)) {
      if (!link.whole) continue;
      const server = serverNoticesMs ?? this.#noticeMs();
      const client = clientNoticesMs ?? this.#noticeMs();
      if (server > 0 || client > 0) faults.count('half-open');
      network.drop(link, server, client);
    }
  }

  /** Every member that is there loses its transport at once, and all come back at once. */
  storm(backMs: number): void {
    const { kernel, network, faults } = this.#world;
    const struck = [...this.#members.values()].filter((each) => this.#openLinksOf(each) > 0);
    if (struck.length > 1) faults.count('reconnect-storm');
    for (const member of struck) {
      for (const link of this.#linksOf(member)) network.drop(link, 0, 0);
      kernel.after(backMs, member.plan.name, 'return', null, () => {
        this.do(member.plan.name, { does: 'return' });
      });
    }
  }

  #noticeMs(): number {
    const { choices } = this.#world.kernel;
    const [min, max] = NOTICE_MS[choices.choose('value', NOTICE_MS.length)] ?? [0, 0];
    return choices.between('latency', min, max);
  }

  #reload(member: Member): void {
    this.#kill(member);
    this.#enter(member).client.reconnect();
  }

  /** All client state is lost; whoever it is authenticates as the same member (P17). */
  #forget(member: Member): void {
    this.#kill(member);
    member.storage = new PageStorage();
    this.#enter(member).client.join(null);
  }

  /** Its pages go away; their transports close as a browser closes them. */
  #kill(member: Member): void {
    for (const page of member.pages) page.kill();
    member.pages = [];
    for (const link of this.#linksOf(member)) this.#world.network.close(link);
  }

  #forge(member: Member, kind: Forgery): void {
    const others = [...this.#members.values()].filter((other) => other !== member);
    forge(this.#world, { member, others, kind, id: `${member.plan.name}.forged.${++this.#tabs}` });
  }

  #seenGeneration(member: Member): number {
    return this.#world.system.inspect(roomCode(member.plan.room))?.generation ?? 0;
  }

  #linksOf(member: Member): readonly Link[] {
    return [...this.#world.network.links].filter((link) => link.member === member.plan.name);
  }

  #openLinksOf(member: Member): number {
    return this.#linksOf(member).filter((link) => link.whole && link.clientOpen).length;
  }

  /** Reports every page whose view has changed. */
  reportViews(lane: string): void {
    const member = this.#members.get(lane);
    if (member === undefined) return;
    for (const page of member.pages) {
      if (page.client.view === page.reported) continue;
      this.#world.viewed(page);
      page.reported = page.client.view;
    }
  }

  countClients(goals: GoalCounter): void {
    for (const { pages } of this.#members.values()) {
      for (const { client } of pages) {
        goals.reach('duplicate dropped by a client', client.replica.counts.duplicatesDropped);
        goals.reach('gap repaired by a client', client.replica.counts.gapsRepaired);
      }
    }
  }

  tabs(): readonly TabFacts[] {
    const open = new Set<string>();
    for (const link of this.#world.network.links) {
      if (link.whole && link.clientOpen && link.serverOpen) open.add(link.connectionId);
    }
    return [...this.#members.values()].flatMap(({ plan, pages, wants }) =>
      pages.map(({ tab, client }) => ({
        member: plan.name,
        room: roomCode(plan.room),
        tab,
        status: client.status,
        view: client.view,
        epoch: client.epoch,
        connectionId: client.connectionId,
        transportOpen: client.connectionId !== null && open.has(client.connectionId),
        wants,
      })),
    );
  }

  #member(name: string): Member {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`no member ${name}`);
    return member;
  }
}

const newMember = (plan: MemberPlan): Member => ({
  plan,
  storage: new PageStorage(),
  pages: [],
  online: true,
  wants: 'out',
  server: null,
  granted: null,
  earlierGranted: null,
  answered: null,
});

import { describe, expect, it } from 'vitest';
import { requestId, roomCode } from '../../src/core/ids.ts';
import type {
  ClientTransport,
  CloseReason,
  Connection,
  RequestFrame,
  ServerFrame,
} from '../../src/ports/network.ts';
import type { SimProcess } from '../kernel/process.ts';
import { SmallKernel } from '../kernel/small-kernel.test-suite.ts';
import type { FaultRates } from '../plan/plan.ts';
import type { Link, RunningServer } from './link.ts';
import { Cuts } from './cuts.ts';
import { Network } from './network.ts';
import { RunFaults } from './run-faults.ts';

const pulse = (revision: number): ServerFrame => ({ kind: 'pulse', generation: 1, revision });
const ask = (n: number): RequestFrame => ({
  kind: 'request',
  code: roomCode('lobby'),
  requestId: requestId(`r${n}`),
  request: { kind: 'open', lastGeneration: n },
});

interface Options {
  readonly rates?: FaultRates;
  readonly seed?: number;
  readonly latencyMs?: readonly [number, number];
}

/** One member, one server, and the network between them. `heard` is what came out at either end, and when. */
class Wire {
  readonly kernel: SmallKernel;
  readonly network: Network;
  readonly faults: RunFaults;
  readonly client: SimProcess;
  readonly heard: string[] = [];
  readonly server: RunningServer;
  readonly process: SimProcess;
  readonly cuts = new Cuts();
  transport: ClientTransport | null = null;
  connection: Connection | null = null;

  constructor({ rates = {}, seed = 1, latencyMs = [1, 20] }: Options = {}) {
    this.kernel = new SmallKernel({ seed });
    this.faults = new RunFaults(rates, this.kernel.choices);
    const none = (): void => {};
    const observer = { requested: none, sent: none, delivered: none, closedBy: none };
    this.network = new Network(this.kernel, this.faults, this.cuts, latencyMs, observer);
    this.client = this.kernel.process('ana');
    this.process = this.kernel.process('server-1');
    const code = {
      accept: (connection: Connection) => {
        this.connection = connection;
        this.#hear('server accepts');
      },
      receive: (_id: string, { request }: RequestFrame) =>
        this.#hear(`server ${'lastGeneration' in request ? request.lastGeneration : ''}`),
      closed: () => this.#hear('server: closed'),
    };
    this.server = { name: 'server-1', running: { process: this.process, code } };
  }

  #hear(what: string): void {
    this.heard.push(`${what} @${this.kernel.nowMs}`);
  }

  /** What was heard, without the times. */
  get said(): readonly string[] {
    return this.heard.map((line) => line.slice(0, line.lastIndexOf(' @')));
  }

  dial(atMs = 0): this {
    this.kernel.world(atMs, () => {
      this.network.dial('ana', this.client, this.server, {
        opened: (transport) => {
          this.transport = transport;
          this.#hear('client: opened');
        },
        received: (frame) =>
          this.#hear(`client ${frame.kind === 'pulse' ? frame.revision : frame.kind}`),
        closed: (reason: CloseReason | null) => this.#hear(`client: closed ${reason}`),
      });
    });
    return this;
  }

  at(atMs: number, run: (link: Link) => void): this {
    this.kernel.world(atMs, () => {
      const [link] = this.network.links;
      if (link !== undefined) run(link);
    });
    return this;
  }

  /** The server sends so many frames, each in its own time. */
  stream(fromMs: number, count: number): this {
    for (let i = 1; i <= count; i++) {
      this.kernel.world(fromMs + i, () => this.connection?.send(pulse(i)));
    }
    return this;
  }

  get acted(): object {
    return Object.fromEntries(this.faults.acted);
  }
}

const upTo = (count: number, who: string): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${who} ${i + 1}`);

describe('the network', () => {
  it('P21: keeps the order of each direction, whatever the latencies', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const wire = new Wire({ seed }).dial().stream(100, 30);
      for (let i = 1; i <= 30; i++) wire.at(100 + i, () => wire.transport?.send(ask(i)));
      await wire.kernel.all();
      const of = (who: string): readonly string[] =>
        wire.said.filter((line) => line.startsWith(`${who} `));
      expect(of('client')).toEqual(upTo(30, 'client'));
      expect(of('server').slice(1)).toEqual(upTo(30, 'server'));
      expect(wire.acted).toEqual({});
    }
  });

  it('H7: with all faults at rate 0 none acts and none is even asked about', async () => {
    const quiet = new Wire({ rates: { 'message-drop': 0, 'message-reorder': 0 } })
      .dial()
      .stream(100, 9);
    const bare = new Wire().dial().stream(100, 9);
    await quiet.kernel.all();
    await bare.kernel.all();
    expect(quiet.kernel.choices.taken()).toEqual(bare.kernel.choices.taken());
    expect(quiet.acted).toEqual({});
  });

  it('H7: dropped frames do not come, and are counted', async () => {
    const wire = new Wire({ rates: { 'message-drop': 300 } }).dial().stream(100, 100);
    await wire.kernel.all();
    const came = wire.said.filter((line) => line.startsWith('client ')).length;
    expect(came).toBeLessThan(85);
    expect(wire.acted).toEqual({ 'message-drop': 100 - came });
  });

  it('H7: doubled frames come twice, the second after the first, and are counted', async () => {
    const wire = new Wire({ rates: { 'message-duplicate': 300 } }).dial().stream(100, 100);
    await wire.kernel.all();
    const came = wire.said.filter((line) => line.startsWith('client '));
    expect(new Set(came).size).toBe(100);
    expect(wire.acted).toEqual({ 'message-duplicate': came.length - 100 });
    expect(came.length).toBeGreaterThan(110);
    expect([...new Set(came)]).toEqual(upTo(100, 'client'));
  });

  it('H7: overtaking frames are counted each time that one overtakes, and all come', async () => {
    const wire = new Wire({ rates: { 'message-reorder': 400 } }).dial().stream(100, 60);
    await wire.kernel.all();
    const came = wire.said.filter((line) => line.startsWith('client '));
    expect(came.toSorted()).toEqual(upTo(60, 'client').toSorted());
    expect(came).not.toEqual(upTo(60, 'client'));
    const alone = new Wire({ rates: { 'message-reorder': 1_000 } }).dial();
    for (let i = 1; i <= 9; i++)
      alone.kernel.world(100 * i, () => alone.connection?.send(pulse(i)));
    await alone.kernel.all();
    expect(alone.said.slice(2)).toEqual(upTo(9, 'client'));
    expect(alone.acted).toEqual({});
  });

  it('H7: no frame overtakes the opening of its transport', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const wire = new Wire({ seed, rates: { 'message-reorder': 1_000 } });
      const { running } = wire.server;
      if (running === null) throw new Error('the server is down');
      const { accept } = running.code;
      running.code.accept = (connection) => {
        accept(connection);
        connection.send(pulse(1));
      };
      await wire.dial().kernel.all();
      expect(wire.said).toEqual(['server accepts', 'client: opened', 'client 1']);
    }
  });

  it('H7: a delayed frame comes later than any other could', async () => {
    const wire = new Wire({ rates: { 'message-delay': 1_000 }, latencyMs: [5, 5] }).dial();
    wire.kernel.world(100, () => wire.connection?.send(pulse(1)));
    await wire.kernel.all();
    const at = Number(wire.heard.at(-1)?.split('@')[1]);
    expect(at).toBeGreaterThan(105);
    expect(at).toBeLessThanOrEqual(100 + 5 + 3_000);
    expect(wire.acted).toEqual({ 'message-delay': 1 });
  });

  it('H7: what is sent on a broken transport is no deed of a fault', async () => {
    const rates = { 'message-drop': 500, 'message-duplicate': 500, 'message-delay': 500 };
    const wire = new Wire({ rates }).dial();
    wire.at(90, (link) => wire.network.drop(link, 5_000, 5_000)).stream(100, 50);
    await wire.kernel.all();
    expect(wire.acted).toEqual({});
    expect(wire.said).not.toContain('client 1');
  });

  it('H7: after faults have stopped none acts', async () => {
    const wire = new Wire({ rates: { 'message-drop': 1_000 } }).dial().stream(200, 5);
    wire.at(150, () => wire.faults.stop());
    await wire.kernel.all();
    expect(wire.said.slice(2)).toEqual(upTo(5, 'client'));
    expect([wire.acted, wire.faults.on]).toEqual([{}, false]);
  });

  it('P5: a half-open transport: nothing gets through, and each side hears once, in its own time', async () => {
    const wire = new Wire({ latencyMs: [5, 5] }).dial();
    wire
      .at(100, (link) => wire.network.drop(link, 30_000, 200))
      .stream(90, 4)
      .stream(97, 9);
    wire.at(120, () => wire.transport?.send(ask(7)));
    wire.at(150, (link) => wire.network.drop(link, 1, 1));
    await wire.kernel.all();
    expect(wire.heard.slice(2)).toEqual([
      ...Array.from({ length: 4 }, (_, i) => `client ${i + 1} @${96 + i}`),
      ...['client: closed null @300', 'server: closed @30100'],
    ]);
    expect(wire.network.links.size).toBe(0);
  });

  it('H6: once faults stop both sides soon hear of a broken transport, and still only once', async () => {
    const wire = new Wire().dial();
    wire.at(100, (link) => wire.network.drop(link, 30_000, 200));
    wire.at(1_000, (link) => wire.network.hastenNotice(link, 100));
    await wire.kernel.all();
    expect(wire.heard.slice(2)).toEqual(['client: closed null @300', 'server: closed @1100']);
    const whole = new Wire().dial();
    whole.at(100, (link) => whole.network.hastenNotice(link, 100)).stream(200, 1);
    await whole.kernel.all();
    expect(whole.said).toEqual(['server accepts', 'client: opened', 'client 1']);
  });

  it('P16: a server’s close comes after the frames before it, with its reason, and is the last', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const wire = new Wire({ seed, rates: { 'message-reorder': 500 } }).dial();
      wire.at(100, () => {
        for (let i = 1; i <= 3; i++) wire.connection?.send(pulse(i));
        wire.connection?.close('superseded');
        wire.connection?.close('ended');
        wire.connection?.send(pulse(4));
      });
      wire.at(300, () => wire.transport?.close());
      await wire.kernel.all();
      expect(wire.said.slice(2, -1).toSorted()).toEqual(upTo(3, 'client'));
      expect(wire.said.at(-1)).toBe('client: closed superseded');
      expect(wire.network.links.size).toBe(0);
    }
  });

  it('P5: a member’s close reaches the server after its requests, and the member hears nothing more', async () => {
    const wire = new Wire().dial();
    wire.at(100, () => {
      wire.transport?.send(ask(1));
      wire.transport?.close();
      wire.transport?.close();
      wire.transport?.send(ask(2));
      wire.connection?.send(pulse(1));
    });
    await wire.kernel.all();
    expect(wire.said).toEqual(['server accepts', 'client: opened', 'server 1', 'server: closed']);
    expect(wire.network.links.size).toBe(0);
  });

  it('P5: closes of both sides that cross leave nothing behind', async () => {
    const wire = new Wire().dial();
    wire.at(100, () => {
      wire.transport?.close();
      wire.connection?.close('slow');
    });
    await wire.kernel.all();
    expect(wire.said).toEqual(['server accepts', 'client: opened']);
    expect(wire.network.links.size).toBe(0);
  });

  it('P12: a server that is down or paused refuses', async () => {
    const wire = new Wire({ latencyMs: [5, 5] }).dial(10).dial(100);
    const { running } = wire.server;
    wire.kernel.world(0, () => {
      wire.server.running = null;
    });
    wire.kernel.world(50, () => {
      wire.server.running = running;
      wire.process.paused = true;
    });
    await wire.kernel.all();
    expect(wire.heard).toEqual(['client: closed null @20', 'client: closed null @110']);
  });

  it('P12: when a server’s process is gone its members hear of it, and it of nothing', async () => {
    const wire = new Wire().dial();
    wire.at(100, () => {
      wire.transport?.send(ask(1));
      wire.connection?.send(pulse(1));
      wire.process.alive = false;
      wire.network.abandon(wire.process, 50);
    });
    await wire.kernel.all();
    expect(wire.heard.slice(2)).toEqual(['client: closed null @150']);
    expect(wire.network.links.size).toBe(0);
  });

  it('P5: a page that has gone before its transport opened gets none', async () => {
    const wire = new Wire({ latencyMs: [5, 5] }).dial(10);
    wire.kernel.world(12, () => {
      wire.client.alive = false;
    });
    await wire.kernel.all();
    expect([wire.heard, wire.network.links.size]).toEqual([[], 0]);
  });

  it('H5: a paused server gets what came meanwhile when it wakes, in order', async () => {
    const wire = new Wire().dial();
    wire.at(100, () => {
      wire.process.paused = true;
    });
    for (let i = 1; i <= 5; i++) wire.at(110 + i, () => wire.transport?.send(ask(i)));
    wire.at(120, () => wire.transport?.close());
    wire.at(900, () => {
      wire.process.paused = false;
      wire.kernel.release(wire.process.deferred.splice(0));
    });
    await wire.kernel.all();
    expect(wire.heard.slice(2)).toEqual(
      [...upTo(5, 'server'), 'server: closed'].map((line) => `${line} @900`),
    );
  });
});

describe('a partition', () => {
  const SILENCE = [6_000, 9_000 + 20] as const;

  it('H7: loses what is sent one way while it lasts, on a transport that stays', async () => {
    const wire = new Wire({ latencyMs: [5, 5] }).dial().stream(100, 9);
    wire.kernel.world(103, () => wire.cuts.cut('server-1', 'ana'));
    wire.kernel.world(107, () => wire.cuts.mend('server-1', 'ana'));
    wire.at(105, () => wire.transport?.send(ask(1)));
    await wire.kernel.all();
    const lost = wire.acted as { readonly partition: number };
    const came = wire.said.filter((line) => line.startsWith('client '));
    expect(came).toHaveLength(9 - lost.partition);
    expect(came.at(-1)).toBe('client 9');
    expect(lost.partition).toBeGreaterThan(2);
    expect(wire.said).toContain('server 1');
  });

  it('H7: keeps a member from connecting, in either direction', async () => {
    for (const [from, to] of [
      ['ana', 'server-1'],
      ['server-1', 'ana'],
    ] as const) {
      const wire = new Wire();
      wire.cuts.cut(from, to);
      await wire.dial().kernel.all();
      expect(wire.said).toEqual(['client: closed null']);
      expect(wire.acted).toEqual({ partition: 1 });
    }
  });

  it('H7: breaks the transports across it once the sides are out of patience, and no others', async () => {
    for (const [partner, breaks] of [
      ['server-1', true],
      ['server-2', false],
    ] as const) {
      const wire = new Wire({ latencyMs: [0, 20] }).dial();
      wire.kernel.world(100, () => {
        wire.cuts.cut('ana', partner);
        wire.network.parted('ana', partner);
      });
      await wire.kernel.all();
      const times = wire.heard
        .filter((line) => line.includes('closed'))
        .map((line) => Number(line.split('@')[1]) - 100);
      expect(times).toHaveLength(breaks ? 2 : 0);
      for (const time of times) {
        expect(time).toBeGreaterThanOrEqual(SILENCE[0]);
        expect(time).toBeLessThanOrEqual(SILENCE[1]);
      }
    }
  });

  it('P5: the news of a close is lost too: the other side learns of it by silence', async () => {
    const wire = new Wire().dial();
    wire.kernel.world(100, () => wire.cuts.cut('ana', 'server-1'));
    wire.at(200, () => wire.transport?.close());
    await wire.kernel.all();
    const heard = wire.heard.find((line) => line.startsWith('server: closed')) ?? '';
    expect(Number(heard.split('@')[1])).toBeGreaterThanOrEqual(200 + SILENCE[0]);
  });
});

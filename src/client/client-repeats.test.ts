import { describe, expect, it } from 'vitest';
import { eventAt, eventsTo, fold } from './room-script.test-suite.ts';
import { Browser, livePage, session } from './scripted-server.test-suite.ts';

const G = 7;
const room = eventsTo(G, 3);

describe('P24: stored before sent, repeated under the same id', () => {
  it('P24: session, generation, nonce and request id are stored before the request is sent', async () => {
    const browser = new Browser();
    const page = browser.page();
    page.join(null);
    const join = browser.call.open('c1').last;
    const { requestId: joinId, request } = join;
    expect(join.stored).toEqual({
      session: null,
      pending: { requestId: joinId, request },
      command: null,
    });
    browser.call.answer(session(room, { connection: 'c1', epoch: 1 }));
    const held = { generation: G, sessionId: 'secret-session', nonce: 'secret-nonce-1', epoch: 1 };
    expect(browser.storage.stored).toEqual({ session: held, pending: null, command: null });
    browser.call.close(null);
    await browser.clock.advance(100);
    const resume = browser.call.open('c2').last;
    const pending = { requestId: resume.requestId, request: resume.request };
    expect(resume.stored).toEqual({ session: held, pending, command: null });
  });

  it('P24: the same id goes out again until it is answered, also on another transport', async () => {
    const browser = new Browser();
    const page = browser.page();
    page.join(null);
    browser.call.open('c1');
    await browser.clock.advance(4_000);
    expect(browser.call.kinds).toEqual(['join', 'join', 'join']);
    const { requestId } = browser.call.last;
    expect(new Set(browser.call.sent.map((frame) => frame.requestId))).toEqual(
      new Set([requestId]),
    );
    browser.call.close(null);
    await browser.clock.advance(100);
    expect(browser.call.open('c2').last.requestId).toBe(requestId);
    browser.call.answer(session(room, { connection: 'c2', epoch: 1 }));
    await browser.clock.advance(30_000);
    expect(browser.call.kinds).toEqual(['join']);
    expect(page.status).toBe('live');
  });

  it('P24: after a reload the stored request is repeated under its id, without a cursor', async () => {
    const browser = new Browser();
    const before = livePage(browser, room);
    browser.call.close(null);
    await browser.clock.advance(100);
    const lost = browser.call.open('c2').last;
    before.stop();
    const page = browser.page();
    expect(page.status).toBe('offline');
    page.reconnect();
    const repeated = browser.call.open('c3').last;
    expect(repeated.requestId).toBe(lost.requestId);
    expect(repeated.request).toEqual({ ...lost.request, cursor: null });
    browser.call.answer(session(room, { connection: 'c3', epoch: 2 }));
    expect([page.status, page.view]).toEqual(['live', fold(room)]);
  });

  it('P24: a second copy of an answer is dropped', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    const { requestId } = browser.call.last;
    browser.call.event(eventAt(G, 4));
    browser.call.reply(requestId, session(room, { connection: 'c0', epoch: 1 }));
    expect([page.status, page.view?.sequence]).toEqual(['live', 4]);
    expect(browser.call.kinds).toEqual(['join']);
  });

  it('P24: it repeats for clientRetryMs, then reports the outcome as unknown and stays offline', async () => {
    const browser = new Browser();
    const page = browser.page({ clientRetryMs: 6_000 });
    page.join(null);
    browser.call.open('c1');
    await browser.clock.advance(60_000);
    expect(browser.call.kinds).toEqual(['join', 'join', 'join']);
    expect(browser.settled).toMatchObject([{ kind: 'join', result: 'unknown' }]);
    expect([page.status, browser.call.hungUp]).toEqual(['idle', true]);
    expect(browser.storage.stored.pending).toBeNull();
  });

  it('P24: time spent without any transport counts as well', async () => {
    const browser = new Browser();
    const page = browser.page({ clientRetryMs: 300, maxBackoffMs: 200 });
    page.join(null);
    for (let dials = 0; dials < 5; dials++) {
      browser.call.close(null);
      await browser.clock.advance(200);
    }
    expect(browser.settled).toMatchObject([{ kind: 'join', result: 'unknown' }]);
    expect(browser.server.calls).toHaveLength(4);
  });

  it('P20: an answer that names another connection: resumes again at once, fresh nonce, new id', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    browser.call.close(null);
    await browser.clock.advance(100);
    browser.call.open('c2').close(null);
    await browser.clock.advance(200);
    const first = browser.call.open('c3').last;
    browser.call.answer(session(eventsTo(G, 5), { connection: 'c2', epoch: 2, cursor: 3 }));
    const again = browser.call.last;
    expect(page.status).toBe('joining');
    expect(again.request).toMatchObject({ kind: 'resume', nonce: 'secret-nonce-2', cursor: 5 });
    expect(again.requestId).not.toBe(first.requestId);
    expect(again.stored.session?.nonce).toBe('secret-nonce-2');
    expect(again.stored.pending?.requestId).toBe(again.requestId);
    browser.call.answer(session(eventsTo(G, 6), { connection: 'c3', epoch: 3, cursor: 5 }));
    expect([page.status, page.epoch, page.connectionId]).toEqual(['live', 3, 'c3']);
  });

  it('P24: reconnects back off exponentially, and start anew after success', async () => {
    const browser = new Browser();
    livePage(browser, room);
    const dialled = async (afterMs: number): Promise<boolean> => {
      const { length } = browser.server.calls;
      browser.call.close(null);
      await browser.clock.advance(afterMs - 1);
      if (browser.server.calls.length !== length) return false;
      await browser.clock.advance(1);
      return browser.server.calls.length === length + 1;
    };
    for (const ms of [50, 100, 200, 400, 500, 500]) expect(await dialled(ms)).toBe(true);
    browser.call.open('c9').answer(session(room, { connection: 'c9', epoch: 2, cursor: 3 }));
    expect(await dialled(50)).toBe(true);
  });

  it('P24: a silent transport is broken', async () => {
    const browser = new Browser();
    const page = livePage(browser, room, { silenceMs: 15_000 });
    const first = browser.call;
    await browser.clock.advance(14_000);
    first.pulse(G, 3);
    await browser.clock.advance(15_000);
    expect(page.status).toBe('live');
    await browser.clock.advance(16_000);
    expect(first.hungUp).toBe(true);
    expect(browser.server.calls.length).toBeGreaterThan(1);
  });

  it('a dead page does nothing when its sleeps end', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    browser.call.close(null);
    const { stored } = browser.storage;
    page.stop();
    await browser.clock.advance(60_000);
    page.reconnect();
    expect(page.join(null)).toEqual({ kind: 'declined', reason: 'stopped' });
    expect(browser.server.calls).toHaveLength(1);
    expect(browser.storage.stored).toBe(stored);
  });
});

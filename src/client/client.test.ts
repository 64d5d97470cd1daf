import { describe, expect, it } from 'vitest';
import { ann, eventAt, eventsTo, fold } from './room-script.test-suite.ts';
import { Browser, livePage, session } from './scripted-server.test-suite.ts';

const G = 7;
const room = eventsTo(G, 3);

describe('P16: opening, joining, resuming', () => {
  it('P16: a join dials, asks, and is live on the connection that the answer names', () => {
    const browser = new Browser();
    const changes: string[] = [];
    const page = browser.page({ onChange: () => changes.push(page.status) });
    expect(page.status).toBe('idle');
    const intent = page.join(null);
    browser.call.open('c1');
    expect(browser.call.last.request).toEqual({ kind: 'join', generation: null });
    browser.call.answer(session(room, { connection: 'c1', epoch: 4 }));
    expect(changes).toEqual(['connecting', 'joining', 'live']);
    expect([page.epoch, page.connectionId, page.view]).toEqual([4, 'c1', fold(room)]);
    expect(intent).toEqual({ kind: 'taken', requestId: browser.call.last.requestId });
    expect(browser.settled).toMatchObject([{ kind: 'join', result: 'accepted', generation: G }]);
  });

  it('P16: on a new transport it resumes with the first frame, from its cursor, with its nonce', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    browser.call.event(eventAt(G, 4));
    browser.call.close(null);
    expect([page.status, page.epoch, page.connectionId]).toEqual(['offline', null, null]);
    await browser.clock.advance(100);
    const [first, ...others] = browser.call.open('c2').sent;
    expect(first?.request).toEqual({
      kind: 'resume',
      generation: G,
      sessionId: 'secret-session',
      nonce: 'secret-nonce-1',
      cursor: 4,
    });
    expect(others).toEqual([]);
    browser.call.answer(session(eventsTo(G, 6), { connection: 'c2', epoch: 2, cursor: 4 }));
    expect([page.status, page.epoch, page.view]).toEqual(['live', 2, fold(eventsTo(G, 6))]);
  });

  it('P18: room_exists and unknown_room are reported, and leave it idle', () => {
    const browser = new Browser();
    const page = browser.page();
    page.open(3);
    browser.call.open('c1').refuse('room_exists');
    expect([page.status, browser.call.hungUp]).toEqual(['idle', true]);
    page.join(null);
    browser.call.open('c2').refuse('unknown_room');
    expect(page.status).toBe('idle');
    expect(browser.settled.map(({ result }) => result)).toEqual(['room_exists', 'unknown_room']);
    expect(browser.storage.stored).toEqual({ session: null, pending: null, command: null });
  });

  it('P24: who is host is not taken from a reply, but from its snapshot', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    expect([page.view?.host, page.view?.hostTerm]).toEqual([ann, 1]);
  });

  it('P16: superseded is terminal for the client whose current connection it is', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    browser.call.close('superseded');
    await browser.clock.advance(60_000);
    page.reconnect();
    expect(page.status).toBe('superseded');
    expect(browser.server.calls).toHaveLength(1);
  });

  it('P16: a superseded page leaves the storage to the tab that took its place', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    const first = browser.call;
    page.transfer(ann);
    const other = browser.page();
    other.reconnect();
    browser.call.open('c2').answer(session(room, { connection: 'c2', epoch: 2 }));
    const { stored } = browser.storage;
    first.close('superseded');
    expect([page.status, other.status]).toEqual(['superseded', 'live']);
    expect(browser.storage.stored).toBe(stored);
  });

  it('P16: superseded is ignored by a client that holds a newer connection', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    const first = browser.call;
    page.disconnect();
    page.reconnect();
    browser.call.open('c2').answer(session(room, { connection: 'c2', epoch: 2, cursor: 3 }));
    first.close('superseded');
    expect([page.status, page.connectionId]).toEqual(['live', 'c2']);
  });

  it('P24: frames on a transport that was given up reach nobody', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    const first = browser.call;
    page.disconnect();
    expect(first.hungUp).toBe(true);
    first.event(eventAt(G, 4));
    expect(page.view).toEqual(fold(room));
    page.reconnect();
    page.disconnect();
    expect(browser.call.open('c2').hungUp).toBe(true);
    expect([page.status, browser.call.sent]).toEqual(['offline', []]);
  });
});

describe('refusals of a resume', () => {
  async function resuming(browser: Browser) {
    const page = livePage(browser, room);
    browser.call.close(null);
    await browser.clock.advance(100);
    browser.call.open('c2');
    return page;
  }

  it.each(['nonce_used', 'wrong_nonce', 'unknown_session'] as const)(
    'P17: after %s it rejoins the same generation as the member it is',
    async (code) => {
      const browser = new Browser();
      const page = await resuming(browser);
      browser.call.refuse(code);
      expect(browser.call.last.request).toEqual({ kind: 'join', generation: G });
      expect(browser.call.last.stored.session).toBeNull();
      browser.call.answer(session(eventsTo(G, 5), { connection: 'c2', epoch: 2 }));
      expect([page.status, page.epoch, page.view?.sequence]).toEqual(['live', 2, 5]);
    },
  );

  it.each(['stale_generation', 'room_closed', 'removed', 'unknown_room'] as const)(
    'P24: after %s its session is over, and it may only join anew',
    async (code) => {
      const browser = new Browser();
      const page = await resuming(browser);
      browser.call.refuse(code);
      expect([page.status, browser.call.hungUp]).toEqual(['over', true]);
      expect(browser.storage.stored).toEqual({ session: null, pending: null, command: null });
      await browser.clock.advance(60_000);
      page.reconnect();
      expect(browser.server.calls).toHaveLength(2);
      page.join(null);
      browser.call.open('c3').answer(session(eventsTo(G + 1, 3), { connection: 'c3', epoch: 1 }));
      expect([page.status, page.view?.generation]).toEqual(['live', G + 1]);
    },
  );

  it('P18: a rejoin never enters a later generation', async () => {
    const browser = new Browser();
    const page = await resuming(browser);
    browser.call.refuse('unknown_session');
    browser.call.refuse('stale_generation');
    expect(page.status).toBe('over');
  });

  it.each(['unavailable', 'conflict', 'too_many_resumes'] as const)(
    'P20: after %s the same id is repeated later, with growing pauses',
    async (code) => {
      const browser = new Browser();
      const page = await resuming(browser);
      const { requestId } = browser.call.last;
      browser.call.refuse(code);
      await browser.clock.advance(49);
      expect(browser.call.sent).toHaveLength(1);
      await browser.clock.advance(1);
      browser.call.refuse(code);
      await browser.clock.advance(99);
      expect(browser.call.sent).toHaveLength(2);
      await browser.clock.advance(1);
      expect(browser.call.last.requestId).toBe(requestId);
      expect(page.status).toBe('joining');
    },
  );

  it('P12: after void_instance the same id is sent to another instance', async () => {
    const browser = new Browser();
    await resuming(browser);
    const { requestId } = browser.call.last;
    const voided = browser.call;
    voided.refuse('void_instance');
    expect(voided.hungUp).toBe(true);
    await browser.clock.advance(200);
    expect(browser.call).not.toBe(voided);
    expect(browser.call.open('c3').last.requestId).toBe(requestId);
  });

  it('P24: after invalid_cursor it discards its view and never sends that cursor again', async () => {
    const browser = new Browser();
    const page = await resuming(browser);
    const { requestId } = browser.call.last;
    browser.call.refuse('invalid_cursor');
    expect(page.view).toBeNull();
    expect(browser.call.last.request).toMatchObject({ kind: 'resume', cursor: null });
    expect(browser.call.last.requestId).not.toBe(requestId);
    browser.call.answer(session(eventsTo(G, 2), { connection: 'c2', epoch: 2 }));
    expect(page.view).toEqual(fold(eventsTo(G, 2)));
  });

  it('P17: a join by a member that holds a session, refused, leaves that session alone', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    page.join(G + 1);
    expect(page.status).toBe('joining');
    browser.call.refuse('stale_generation');
    expect([page.status, page.epoch]).toEqual(['live', 1]);
  });
});

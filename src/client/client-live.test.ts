import { describe, expect, it } from 'vitest';
import type { ClientRequest } from '../ports/network.ts';
import { ann, answerAfter, bob, eventAt, eventsTo, fold } from './room-script.test-suite.ts';
import { Browser, livePage, session } from './scripted-server.test-suite.ts';

const G = 7;
const room = eventsTo(G, 3);

/** What the request says, without which kind it is. */
function only<Kind extends ClientRequest['kind']>(request: ClientRequest, kind: Kind) {
  if (request.kind !== kind) throw new Error(`expected ${kind}, not ${request.kind}`);
  return request as Extract<ClientRequest, { readonly kind: Kind }>;
}

describe('P24: backfill', () => {
  it('P24: one at a time, repeated after the timeout, and again while a gap is left', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    const { call } = browser;
    call.event(eventAt(G, 5));
    call.event(eventAt(G, 6));
    expect(call.kinds).toEqual(['join', 'backfill']);
    expect(call.last.request).toEqual({ kind: 'backfill', generation: G, epoch: 1, cursor: 3 });
    await browser.clock.advance(2_000);
    expect(call.kinds).toEqual(['join', 'backfill', 'backfill']);
    call.event(eventAt(G, 8));
    call.answer({ kind: 'backfill', ...answerAfter(eventsTo(G, 4), 3) });
    expect(call.last.request).toMatchObject({ kind: 'backfill', cursor: 6 });
    call.answer({ kind: 'backfill', ...answerAfter(eventsTo(G, 8), 6) });
    expect(page.view).toEqual(fold(eventsTo(G, 8)));
    await browser.clock.advance(10_000);
    expect(call.sent).toHaveLength(4);
  });

  it('P24: a pulse shows what a quiet room would hide', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    browser.call.pulse(G, 4);
    browser.call.answer({ kind: 'backfill', ...answerAfter(eventsTo(G, 4), 3) });
    expect(page.view).toEqual(fold(eventsTo(G, 4)));
  });

  it('P24: an answer that does not help is not asked for again at once', async () => {
    const browser = new Browser();
    livePage(browser, room);
    browser.call.pulse(G, 4);
    browser.call.answer({ kind: 'backfill', ...answerAfter(room, 3) });
    expect(browser.call.sent).toHaveLength(2);
    await browser.clock.advance(50);
    expect(browser.call.sent).toHaveLength(3);
  });

  it('P24: invalid_cursor discards the view and asks for a snapshot', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    browser.call.pulse(G, 4);
    browser.call.refuse('invalid_cursor');
    expect(page.view).toBeNull();
    expect(browser.call.last.request).toMatchObject({ kind: 'backfill', cursor: null });
    browser.call.answer({ kind: 'backfill', ...answerAfter(room, null) });
    expect(page.view).toEqual(fold(room));
  });

  it('P24: stale_generation ends the session, stale_epoch means another connection has it', () => {
    for (const [code, status] of [
      ['stale_generation', 'over'],
      ['stale_epoch', 'superseded'],
    ] as const) {
      const browser = new Browser();
      const page = livePage(browser, room);
      browser.call.pulse(G, 4);
      browser.call.refuse(code);
      expect([page.status, browser.call.hungUp]).toEqual([status, true]);
    }
  });

  it('P22: a pulse of a later generation ends the session', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    browser.call.pulse(G - 1, 90);
    expect(page.status).toBe('live');
    browser.call.pulse(G + 1, 1);
    expect([page.status, page.view]).toEqual(['over', fold(room)]);
  });
});

describe('the end of a stay', () => {
  it('P9: a closed room ends it', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    const { generation, sequence, at } = eventAt(G, 4);
    browser.call.event({ generation, sequence, at, kind: 'room.closed', reason: 'idle' });
    expect([page.status, page.view?.closed]).toEqual(['over', 'idle']);
    expect(browser.storage.stored.session).toBeNull();
  });

  it('P10: being removed ends it', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    const { generation, sequence, at } = eventAt(G, 4);
    const left = { kind: 'member.left', memberId: bob, reason: 'removed' } as const;
    browser.call.event({ generation, sequence, at, ...left });
    expect(page.status).toBe('over');
  });

  it('P16: a close with `ended` ends it, any other close does not', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    browser.call.close('instance_void');
    await browser.clock.advance(100);
    browser.call.open('c2').answer(session(room, { connection: 'c2', epoch: 2, cursor: 3 }));
    browser.call.close('ended');
    await browser.clock.advance(60_000);
    expect([page.status, browser.server.calls.length]).toEqual(['over', 2]);
  });
});

describe('commands', () => {
  it('P14: a host command carries what it was decided under, also when it is sent later', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    page.transfer(ann);
    page.setEligible(ann, false);
    const first = browser.call.last;
    expect(browser.call.kinds).toEqual(['join', 'transfer']);
    browser.call.event(eventAt(G, 4, 'transferred'));
    expect(page.view?.hostTerm).toBe(4);
    page.remove(ann);
    const done = { kind: 'done', generation: G, revision: 4 } as const;
    browser.call.reply(first.requestId, done);
    const fence = { generation: G, epoch: 1 };
    const eligibility = { kind: 'setEligible', target: ann, eligible: false } as const;
    expect(browser.call.last.request).toEqual({ ...eligibility, ...fence, hostTerm: 1 });
    browser.call.answer(done);
    const removal = { kind: 'remove', target: ann } as const;
    expect(browser.call.last.request).toEqual({ ...removal, ...fence, hostTerm: 4 });
    browser.call.refuse('not_host');
    expect(browser.settled.slice(1).map(({ kind, result }) => [kind, result])).toEqual([
      ['transfer', 'accepted'],
      ['setEligible', 'accepted'],
      ['remove', 'not_host'],
    ]);
    expect(page.status).toBe('live');
  });

  it('P24: a command is stored before it is sent, and repeated under its id after the resume', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    page.end();
    const sent = browser.call.last;
    expect(sent.stored.command).toEqual({ requestId: sent.requestId, request: sent.request });
    browser.call.close(null);
    await browser.clock.advance(100);
    browser.call.open('c2');
    expect(browser.call.kinds).toEqual(['resume']);
    browser.call.answer(session(room, { connection: 'c2', epoch: 2, cursor: 3 }));
    expect(browser.call.last).toMatchObject({ requestId: sent.requestId, request: sent.request });
    expect(only(browser.call.last.request, 'end').epoch).toBe(1);
    browser.call.refuse('stale_epoch');
    expect(page.status).toBe('live');
  });

  it('P24: an `end` whose answer was lost is asked about until it is answered', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    page.end();
    const { requestId } = browser.call.last;
    browser.call.close('ended');
    expect(page.status).toBe('over');
    await browser.clock.advance(100);
    expect(browser.call.open('c2').last.requestId).toBe(requestId);
    browser.call.answer({ kind: 'done', generation: G, revision: 4 });
    expect(browser.settled.at(-1)).toMatchObject({ kind: 'end', result: 'accepted' });
    expect([page.status, browser.call.hungUp]).toEqual(['over', true]);
    expect(browser.storage.stored).toEqual({ session: null, pending: null, command: null });
  });

  it('P10: who leaves is gone, and does not come back to hear it', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    page.leave();
    const { requestId } = browser.call.last;
    browser.call.close(null);
    page.stop();
    const reloaded = browser.page();
    reloaded.reconnect();
    browser.call.open('c2');
    expect(browser.call.kinds).toEqual(['leave']);
    expect(browser.call.last.requestId).toBe(requestId);
    browser.call.answer({ kind: 'done', generation: G, revision: 4 });
    await browser.clock.advance(60_000);
    expect([reloaded.status, browser.server.calls.length]).toEqual(['over', 2]);
    expect(browser.storage.stored).toEqual({ session: null, pending: null, command: null });
  });

  it('P17: the late answer to a leave says nothing about the stay that was joined since', async () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    page.leave();
    const { requestId } = browser.call.last;
    page.join(null);
    browser.call.answer(session(room, { connection: 'elsewhere', epoch: 2 }));
    browser.call.reply(requestId, { kind: 'done', generation: G, revision: 4 });
    expect(browser.call.last.request.kind).toBe('resume');
    browser.call.answer(session(room, { connection: 'c1', epoch: 3 }));
    expect(page.status).toBe('live');
  });

  it('P15: without a live session there is nothing to fence a command with', () => {
    const browser = new Browser();
    const page = browser.page();
    expect(page.leave()).toEqual({ kind: 'declined', reason: 'not_live' });
    page.join(null);
    expect(page.end()).toEqual({ kind: 'declined', reason: 'not_live' });
    expect(page.join(null)).toEqual({ kind: 'declined', reason: 'busy' });
  });

  it('commands that wait are bounded, and dropped unsent when the stay is over', () => {
    const browser = new Browser();
    const page = livePage(browser, room);
    for (let sent = 0; sent < 9; sent++) expect(page.transfer(ann).kind).toBe('taken');
    expect(page.transfer(ann)).toEqual({ kind: 'declined', reason: 'busy' });
    browser.call.close('superseded');
    const results = browser.settled.slice(1).map(({ result }) => result);
    expect(results).toEqual(['unknown', ...Array.from({ length: 8 }, () => 'not_sent')]);
  });

  it('P19: no secret is in a log line', async () => {
    const browser = new Browser();
    livePage(browser, room);
    browser.call.close(null);
    await browser.clock.advance(100);
    browser.call.open('c2').refuse('nonce_used');
    browser.call.answer(session(room, { connection: 'c0', epoch: 2 }));
    browser.call.close('superseded');
    expect(browser.log.lines.map(({ transition }) => transition)).toEqual([
      'live',
      'transport closed',
      'rejoin',
      'answered for another connection',
      'superseded',
    ]);
    expect(JSON.stringify([browser.log.lines, browser.settled])).not.toContain('secret');
  });
});

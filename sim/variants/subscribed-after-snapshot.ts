/**
 * A connection is put on the room's feed when its answer goes out, not before the answer is read: what is published in
 * between is in neither.
 */
import type { ServerFrame } from '../../src/ports/network.ts';
import type { Connection, ProcessPorts } from '../system-under-test.ts';
import { EPOCH_MS } from '../kernel/process-clock.ts';
import type { Variant } from './variant.ts';

export const subscribedAfterSnapshot: Variant = {
  id: 'subscribed-after-snapshot',
  summary: 'feeds a connection from when its answer is sent, not from before it is read',
  rules: ['P23'],
  caughtBy: ['INV-FEED'],
  breaks: ['f25-handoff-while-a-snapshot-loads'],
  lobby: {
    server: (server, ports) => ({
      accept: (connection) => server.accept(subscribedLate(connection, ports)),
      receive: (id, frame) => server.receive(id, frame),
      closed: (id) => server.closed(id),
    }),
  },
};

/** Passes on only what was committed after the session's answer was sent. */
function subscribedLate(connection: Connection, { clock }: ProcessPorts): Connection {
  let subscribedAt = 0;
  return {
    connectionId: connection.connectionId,
    memberId: connection.memberId,
    close: (reason) => connection.close(reason),
    send: (frame: ServerFrame) => {
      if (frame.kind === 'event' && frame.event.at < subscribedAt) return;
      connection.send(frame);
      const begins = frame.kind === 'reply' && frame.answer.kind === 'session';
      if (begins) subscribedAt = clock.Date.now() - EPOCH_MS;
    },
  };
}

/** What the store itself wrote as JSON. Only values of these types are ever written to the columns read with them. */
import type { RoomEvent } from '../../core/event.ts';
import type { CommittedReply } from '../../core/reply.ts';
import type { RoomState } from '../../core/state.ts';

export const stateFrom = (text: string): RoomState => JSON.parse(text) as RoomState;
export const eventFrom = (text: string): RoomEvent => JSON.parse(text) as RoomEvent;
export const replyFrom = (text: string): CommittedReply => JSON.parse(text) as CommittedReply;

/** A client that has once been host shows itself as host from then on: the role is cached, and nothing takes it back (F01). */
import { Client } from '../../src/client/client.ts';
import type { ClientOptions, ClientPorts } from '../../src/client/client-options.ts';
import type { MemberId } from '../../src/core/ids.ts';
import type { RoomView } from '../../src/core/view.ts';
import type { Variant } from './variant.ts';

export const roleCachedByTheClient: Variant = {
  id: 'role-cached-by-the-client',
  summary: 'the client keeps the role of host once it has seen itself in it',
  rules: ['P24'],
  caughtBy: ['INV-CLIENT-ORDER'],
  breaks: ['f01-two-drop-together'],
  makeClient: (ports, options) => new RoleKeeper(ports, options),
};

class RoleKeeper extends Client {
  readonly #memberId: MemberId;
  #wasHost = false;
  /** What was made of which view: as long as that is the same, so is this. */
  #shown: { readonly of: RoomView | null; readonly view: RoomView | null } | null = null;

  constructor(ports: ClientPorts, options: ClientOptions) {
    super(ports, options);
    this.#memberId = options.memberId;
  }

  override get view(): RoomView | null {
    const of = super.view;
    if (this.#shown?.of !== of) this.#shown = { of, view: this.#withRole(of) };
    return this.#shown.view;
  }

  #withRole(view: RoomView | null): RoomView | null {
    if (view === null) return null;
    this.#wasHost ||= view.host === this.#memberId;
    return this.#wasHost && view.closed === null ? { ...view, host: this.#memberId } : view;
  }
}

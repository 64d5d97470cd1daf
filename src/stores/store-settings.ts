/** What every store engine is told, whatever keeps its data. */
export interface StoreSettings {
  /** Age in ms of store time beyond which a heartbeat no longer makes its instance live (P12). */
  readonly heartbeatTimeoutMs: number;
  /** Publication targets that must acknowledge a record before it may go (P21, P22); those that claim join them. */
  readonly targets?: readonly string[];
}

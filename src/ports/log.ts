/** Structured log lines (P28). Fields carry no secret: no token, nonce or session id (P19). */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
}

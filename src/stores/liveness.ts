/** P12: an instance is live while its last heartbeat is at most the timeout old; one that is not known is void. */
export const isLiveAt = (lastHeartbeat: number | null, at: number, timeoutMs: number): boolean =>
  lastHeartbeat !== null && at - lastHeartbeat <= timeoutMs;

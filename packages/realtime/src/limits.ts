/** Limits of one connection and of all together. `REALTIME_LIMITS` has the defaults with their reasons. */
export interface RealtimeLimits {
  connections: number;
  frameBytes: number;
  queries: number;
  queuedMutations: number;
  mutationMs: number;
  concurrentActions: number;
  actionMs: number;
  authenticateBurst: number;
  authenticateEveryMs: number;
  bufferedBytes: number;
  resultWarnBytes: number;
  resultMaxBytes: number;
  deflateFromBytes: number;
  chunkCharacters: number;
  silentMs: number;
  unauthenticatedMs: number;
  unauthenticatedPerAddress: number;
  pingAfterMs: number;
  probeAfterMs: number;
  deadAfterMs: number;
  stuckMs: number;
  noticeGapMs: number;
  replayGraceMs: number;
  replayHoldMs: number;
  shutdownMs: number;
  sweepMs: number;
}

export const REALTIME_LIMITS: RealtimeLimits = {
  /** Per node: about 400 MB for browsers with a few queries each. Further connections are closed with 1013. */
  connections: 20_000,
  /** Arguments are small. Files go over HTTP. */
  frameBytes: 1_048_576,
  /** A screen has about twenty. Further queries fail. */
  queries: 256,
  /** At this limit, the socket is paused until there is room. The client buffers the rest. */
  queuedMutations: 1_000,
  /** Timeout of a mutation. Its transaction is rolled back. */
  mutationMs: 60_000,
  /** Actions run concurrently, and each may hold an outgoing request. */
  concurrentActions: 64,
  /** Longer than the maximum timeout of a request to a customer's server. */
  actionMs: 600_000,
  /** A page load needs two checks. A client whose tokens expire too soon would check endlessly, so it is limited to one a second. */
  authenticateBurst: 8,
  authenticateEveryMs: 1_000,
  /** If a client has this much unread data, no further results are computed or sent. */
  bufferedBytes: 1_000_000,
  /** Results are always sent whole, so a query of this size should be paged. */
  resultWarnBytes: 262_144,
  resultMaxBytes: 4_194_304,
  /** Below this size, compression is not worth its CPU time and 96 kB of memory per connection. */
  deflateFromBytes: 32_768,
  /** A longer transition is sent in chunks, so that each chunk shows the client that the server is alive. */
  chunkCharacters: 1_000_000,
  /** A client is silent while it fetches its token, but not for longer than this. */
  silentMs: 30_000,
  /** A page sends its token at once. Without a token, a connection is not needed. */
  unauthenticatedMs: 60_000,
  /** Connections from one address that are not signed in yet. Enough for a company behind one address that reconnects after a restart. */
  unauthenticatedPerAddress: 256,
  /** The client considers the server gone after 60 s of silence. Including the sweep interval, a ping is sent within 16 s. */
  pingAfterMs: 14_000,
  /** A client that is silent this long gets a WebSocket ping. */
  probeAfterMs: 30_000,
  deadAfterMs: 90_000,
  /** If a connection is owed a transition this long, it is closed, so that the client reconnects. */
  stuckMs: 60_000,
  /** Minimum gap between rounds caused by change notices, because a busy call writes several events at once. Client requests do not wait. */
  noticeGapMs: 20,
  /**
   * A reconnected client sends its unanswered mutations together with its queries, before it answers a ping. This extra time
   * covers a proxy that answers the ping itself.
   */
  replayGraceMs: 100,
  /** How long a reconnected client's first transition waits at most for replayed mutations. */
  replayHoldMs: 5_000,
  /** How long running mutations may finish during shutdown. */
  shutdownMs: 5_000,
  sweepMs: 1_000,
};

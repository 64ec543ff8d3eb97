/** What one connection, and all of them together, may cost. Every one can be set; the defaults stand in `REALTIME_LIMITS` with their reasons. */
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
  /** Of one node: about 400 MB of browsers with a few queries each. The next one is told to come back later. */
  connections: 20_000,
  /** Arguments are small; what is large (files) goes over HTTP. */
  frameBytes: 1_048_576,
  /** A screen has about twenty. Further ones fail, each with a sentence. */
  queries: 256,
  /** Then no more is read from the socket, until there is room: the client's own buffer holds the rest. */
  queuedMutations: 1_000,
  /** Nobody waits longer for a button; the transaction is rolled back. */
  mutationMs: 60_000,
  /** Actions run side by side, and each may hold a request to somewhere else. */
  concurrentActions: 64,
  /** As long as a function's request to a customer's server may take, with room. */
  actionMs: 600_000,
  /** A page that loads asks twice; one whose tokens live no longer than the client's leeway asks without end, and is slowed down to one a second. */
  authenticateBurst: 8,
  authenticateEveryMs: 1_000,
  /** Nothing more is computed or sent for who has so much unread. */
  bufferedBytes: 1_000_000,
  /** Results are sent again as a whole: a query of this size should be paged. */
  resultWarnBytes: 262_144,
  resultMaxBytes: 4_194_304,
  /** Below it, compressing costs more processor time than the line is worth, and 96 kB of memory for each connection. */
  deflateFromBytes: 32_768,
  /** A transition that is longer comes in pieces, so that each piece tells the client that the server is alive. */
  chunkCharacters: 1_000_000,
  /** A client that waits for its token says nothing; longer than this is no client. */
  silentMs: 30_000,
  /** The client takes a server for gone after 60 s of silence. With the sweep's second, 15 s is never passed. */
  pingAfterMs: 14_000,
  /** Who has said nothing for so long is asked whether it is there, by a ping of the websocket. */
  probeAfterMs: 30_000,
  deadAfterMs: 90_000,
  /** Whoever is owed something for so long gets a new connection instead. */
  stuckMs: 60_000,
  /** Rounds that change notices cause are so far apart at least: a busy call writes several events at once. What a client asks for never waits. */
  noticeGapMs: 20,
  /**
   * A reconnected client sends the mutations that it has no answer to together with its queries, so before it answers a ping. So much is
   * waited beyond that: something between may have answered.
   */
  replayGraceMs: 100,
  /** A reconnected client's first transition waits so long at most for the answers to mutations that may have been done before. */
  replayHoldMs: 5_000,
  /** Mutations that are running may end so long after the server was told to stop. */
  shutdownMs: 5_000,
  sweepMs: 1_000,
};

/**
 * A call that this node hosts. The row's status is written by this node alone; each arrow is one compare-and-set.
 *
 * ```
 *             ┌──────── no host would take it: the row is taken back
 *   queued ───┤
 *             ├─ joined ──▶ in-progress ── its host says ended ──▶ ending ── events, recording, row stored ──▶ ended
 *             └─ nobody joined, hung up, host died ───────────────▶ ┘
 *
 *   in-progress includes a call that waits for its caller to come back: its host knows, and holds its place
 *   node died: another node, or the next start of this one, ends it (`recover-calls.ts`)
 *   another node ended it: noticed at the next renewal of the lease, and its host is told
 * ```
 */
export type HostedCallStatus = "queued" | "in-progress" | "ending" | "ended";

export interface HostedCall {
  readonly callId: string;
  readonly orgId: string;
  readonly createdAtMs: number;
  readonly isRecorded: boolean;
  status: HostedCallStatus;
  /** Its host has it, and takes commands. */
  isPlaced: boolean;
  /** An offer was answered: somebody is about to join. */
  wasOffered: boolean;
  /** Set once the call was told to end, which its host may not have heard yet. */
  endedReason: string | undefined;
  /** Writes of this call, one after the other. */
  writes: Promise<void>;
  /** Resolves when the row says ended. */
  readonly ended: Promise<void>;
  markEnded(): void;
}

export function newHostedCall(fields: Pick<HostedCall, "callId" | "orgId" | "createdAtMs" | "isRecorded">): HostedCall {
  let markEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    markEnded = resolve;
  });
  return {
    ...fields,
    status: "queued",
    isPlaced: false,
    wasOffered: false,
    endedReason: undefined,
    writes: Promise.resolve(),
    ended,
    markEnded,
  };
}

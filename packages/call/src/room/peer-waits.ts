import { CallFailure } from "../call-failure.ts";

/** Longest wait for local candidates. Those of this machine come at once; a lookup that hangs must not hold the call. */
const GATHERING_MAX_MS = 1_000;
/** Longest wait for media to pass after the answer. */
const CONNECT_MAX_MS = 15_000;

/** Resolves when `isDone`, checked after each of the target's events, or after `maxMs`. Rejects with the signal's reason. */
function untilEvent(
  target: EventTarget,
  events: string[],
  isDone: () => boolean,
  maxMs: number,
  signal: AbortSignal,
): Promise<void> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      for (const event of events) target.removeEventListener(event, check);
      either.removeEventListener("abort", abort);
      settle();
    };
    const check = () => {
      if (isDone()) finish(resolve);
    };
    const abort = () => finish(() => (signal.aborted ? reject(signal.reason) : resolve()));
    if (signal.aborted) return reject(signal.reason);
    for (const event of events) target.addEventListener(event, check);
    either.addEventListener("abort", abort);
    check();
  });
}

/** All candidates of this machine are in the local description, or enough time has passed. */
export function untilGathered(peer: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  // A restart that has not begun to gather yet is still in the state of the time before.
  const isGathered = () =>
    peer.iceGatheringState === "complete" && (peer.localDescription?.sdp.includes("a=candidate:") ?? false);
  return untilEvent(peer, ["icegatheringstatechange"], isGathered, GATHERING_MAX_MS, signal);
}

/** The channel is open, so media passes as well: both share one transport. */
export async function untilOpen(channel: RTCDataChannel, signal: AbortSignal): Promise<void> {
  await untilEvent(channel, ["open", "close"], () => channel.readyState !== "connecting", CONNECT_MAX_MS, signal);
  if (channel.readyState === "open") return;
  throw new CallFailure(
    "room-unreachable",
    "The browser and the server could not reach each other. A firewall may block UDP, or the server needs PUBLIC_IP or a TURN server.",
  );
}

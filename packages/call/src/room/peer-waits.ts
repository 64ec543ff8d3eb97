import { CallFailure } from "../call-failure.ts";

/** Longest wait for local candidates. Those of this machine come at once; a lookup that hangs must not hold the call. */
const GATHERING_MAX_MS = 1_000;
/** Longest wait for media to pass after the answer. */
const CONNECT_MAX_MS = 15_000;

/** Resolves when `isDone`, looked at after each of the target's events; rejects with the signal's reason. */
function untilEvent(target: EventTarget, events: string[], isDone: () => boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      for (const event of events) target.removeEventListener(event, check);
      signal.removeEventListener("abort", abort);
      settle();
    };
    const check = () => {
      if (isDone()) finish(resolve);
    };
    const abort = () => finish(() => reject(signal.reason));
    if (signal.aborted) return reject(signal.reason);
    for (const event of events) target.addEventListener(event, check);
    signal.addEventListener("abort", abort);
    check();
  });
}

/** All candidates of this machine are in the local description, or enough time has passed. */
export async function untilGathered(peer: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(GATHERING_MAX_MS);
  await untilEvent(
    peer,
    ["icegatheringstatechange"],
    // A restart that has not begun to gather yet is still in the state of the time before.
    () => peer.iceGatheringState === "complete" && (peer.localDescription?.sdp.includes("a=candidate:") ?? false),
    AbortSignal.any([signal, timeout]),
  ).catch((reason: unknown) => {
    if (!timeout.aborted || signal.aborted) throw reason;
  });
}

/** The channel is open, so media passes as well: both share one transport. */
export async function untilOpen(channel: RTCDataChannel, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(CONNECT_MAX_MS);
  await untilEvent(
    channel,
    ["open", "close"],
    () => channel.readyState !== "connecting",
    AbortSignal.any([signal, timeout]),
  ).catch((reason: unknown) => {
    if (!timeout.aborted || signal.aborted) throw reason;
  });
  if (channel.readyState === "open") return;
  throw new CallFailure(
    "room-unreachable",
    "The browser and the server could not reach each other. A firewall may block UDP, or the server needs PUBLIC_IP or a TURN server.",
  );
}

import { CallFailure } from "../call-failure.ts";

/** Longest wait for local candidates. Those of this machine come at once; a lookup that hangs must not block the call. */
const GATHERING_MAX_MS = 1_000;
/** The same where a TURN server is known: over TLS, its candidate takes five round trips. */
const RELAY_MAX_MS = 3_000;
/** Longest wait for a path after the answer. It is found within 2 s on slow networks, and a caller should not wait long for another way. */
const PATH_MAX_MS = 4_000;
/** Longest wait for the channel, once there is a path. */
const CONNECT_MAX_MS = 15_000;

/** The network lets nothing through to the host by WebRTC. */
export class NoPathFailure extends CallFailure {
  constructor() {
    super(
      "room-unreachable",
      "The browser and the server could not reach each other. A firewall may block UDP, or the server needs PUBLIC_IP or a TURN server.",
    );
  }
}

/** Resolves when `isDone`, checked after each of the targets' events, or after `maxMs`. Rejects with the signal's reason. */
function untilEvent(
  targets: EventTarget[],
  events: string[],
  isDone: () => boolean,
  maxMs: number,
  signal: AbortSignal,
): Promise<void> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      for (const target of targets) for (const event of events) target.removeEventListener(event, check);
      either.removeEventListener("abort", abort);
      settle();
    };
    const check = () => {
      if (isDone()) finish(resolve);
    };
    const abort = () => finish(() => (signal.aborted ? reject(signal.reason) : resolve()));
    if (signal.aborted) return reject(signal.reason);
    for (const target of targets) for (const event of events) target.addEventListener(event, check);
    either.addEventListener("abort", abort);
    check();
  });
}

/** All candidates of this machine are in the local description, and one of a TURN server, or enough time has passed. */
export function untilGathered(peer: RTCPeerConnection, signal: AbortSignal, hasTurn = false): Promise<void> {
  const has = (part: string) => peer.localDescription?.sdp.includes(part) ?? false;
  // A restart that has not begun to gather yet is still in the state of the time before.
  const isGathered = () => (peer.iceGatheringState === "complete" && has("a=candidate:")) || (hasTurn && has(" typ relay "));
  const events = ["icegatheringstatechange", "icecandidate"];
  return untilEvent([peer], events, isGathered, hasTurn ? RELAY_MAX_MS : GATHERING_MAX_MS, signal);
}

/** The channel is open, so media passes as well: both share one transport. Rejects with a `NoPathFailure`. */
export async function untilOpen(peer: RTCPeerConnection, channel: RTCDataChannel, signal: AbortSignal): Promise<void> {
  const isSettled = () => channel.readyState !== "connecting" || peer.connectionState === "failed";
  const hasPath = () => peer.iceConnectionState === "connected" || peer.iceConnectionState === "completed";
  const events = ["open", "close", "connectionstatechange", "iceconnectionstatechange"];
  await untilEvent([peer, channel], events, () => isSettled() || hasPath(), PATH_MAX_MS, signal);
  if (hasPath()) await untilEvent([peer, channel], events, isSettled, CONNECT_MAX_MS, signal);
  if (channel.readyState !== "open") throw new NoPathFailure();
}

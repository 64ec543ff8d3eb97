import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NoPathFailure, untilGathered, untilOpen } from "./peer-waits.ts";

beforeEach(() => {
  vi.useFakeTimers();
  // Node's own signal waits in real time.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A peer and its channel, whose states a test sets. */
class Peer extends EventTarget {
  connectionState = "connecting";
  iceConnectionState = "checking";
  iceGatheringState = "gathering";
  localDescription = { sdp: "" };
  readonly channel = Object.assign(new EventTarget(), { readyState: "connecting" });

  set(states: Partial<Pick<Peer, "connectionState" | "iceConnectionState" | "iceGatheringState">>): void {
    Object.assign(this, states);
    for (const name of ["connectionstatechange", "iceconnectionstatechange", "icegatheringstatechange"])
      this.dispatchEvent(new Event(name));
  }

  found(candidate: string): void {
    this.localDescription = { sdp: `${this.localDescription.sdp}a=candidate:1 1 ${candidate}\r\n` };
    this.dispatchEvent(new Event("icecandidate"));
  }

  open(): void {
    this.channel.readyState = "open";
    this.channel.dispatchEvent(new Event("open"));
  }
}

function setUp() {
  const peer = new Peer();
  const { signal } = new AbortController();
  const state = { isOver: false, failure: undefined as unknown };
  const follow = (work: Promise<void>) => {
    work.then(
      () => {
        state.isOver = true;
      },
      (error: unknown) => {
        state.failure = error;
      },
    );
    return state;
  };
  const [asPeer, asChannel] = [peer as unknown as RTCPeerConnection, peer.channel as unknown as RTCDataChannel];
  return {
    peer,
    open: () => follow(untilOpen(asPeer, asChannel, signal)),
    gather: (hasTurn: boolean) => follow(untilGathered(asPeer, signal, hasTurn)),
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("a channel that opens is open, whatever came before it", async () => {
  const { peer, open } = setUp();
  const state = open();
  await pass(3_900);
  peer.open();
  await pass(0);
  expect(state).toEqual({ isOver: true, failure: undefined });
});

it("a network without a path is given up after four seconds, and at once where the browser knows it", async () => {
  const silent = setUp();
  const state = silent.open();
  await pass(3_900);
  expect(state.failure).toBeUndefined();
  await pass(200);
  expect(state.failure).toBeInstanceOf(NoPathFailure);

  const known = setUp();
  const other = known.open();
  known.peer.set({ connectionState: "failed" });
  await pass(0);
  expect(other.failure).toBeInstanceOf(NoPathFailure);
});

it("a path that was found has longer to become a connection", async () => {
  const { peer, open } = setUp();
  const state = open();
  await pass(1_000);
  peer.set({ iceConnectionState: "connected" });
  await pass(10_000);
  expect(state).toEqual({ isOver: false, failure: undefined });
  peer.open();
  await pass(0);
  expect(state.isOver).toBe(true);
});

it("candidates are waited for: one second, or until a TURN server has given its own", async () => {
  const plain = setUp();
  const first = plain.gather(false);
  await pass(1_100);
  expect(first.isOver).toBe(true);

  const relayed = setUp();
  const second = relayed.gather(true);
  relayed.peer.found("udp 1 10.0.0.5 41000 typ host");
  await pass(2_000);
  expect(second.isOver).toBe(false);
  relayed.peer.found("udp 1 198.51.100.7 50000 typ relay raddr 0.0.0.0");
  await pass(0);
  expect(second.isOver).toBe(true);

  const silent = setUp();
  const third = silent.gather(true);
  await pass(3_100);
  expect(third.isOver).toBe(true);
});

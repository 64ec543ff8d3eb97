import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallMicrophone } from "../call-microphone.ts";
import { FakeTime } from "../testing/fake-time.ts";
import { DirectRoom } from "./direct-room.ts";
import type { RoomEvents } from "./room-events.ts";

/** How the network answers for the parts of the page that are loaded when a call runs. */
const network = vi.hoisted(() => ({ load: async (): Promise<object> => ({}) }));
vi.mock("./network-observer.ts", () => network.load());
vi.mock("./connection-keeper.ts", () => network.load());

class OpenChannel extends EventTarget {
  readonly readyState = "open";
  send(): void {}
  close(): void {}
}

/** A peer that reaches the other side at once. */
class ConnectedPeer extends EventTarget {
  /** The latest offer: what it sends and receives. */
  static offered: unknown[] = [];
  readonly iceGatheringState = "complete";
  readonly localDescription = { sdp: "a=candidate:1" };
  createDataChannel(): OpenChannel {
    return new OpenChannel();
  }
  constructor() {
    super();
    ConnectedPeer.offered = [];
  }
  addTransceiver(kind: string, { direction }: RTCRtpTransceiverInit): object {
    ConnectedPeer.offered.push([kind, direction]);
    return { sender: {} };
  }
  async setLocalDescription(): Promise<void> {}
  async setRemoteDescription(): Promise<void> {}
  close(): void {}
}

beforeEach(() => {
  vi.stubGlobal("RTCPeerConnection", ConnectedPeer);
  vi.stubGlobal("fetch", async () => new Response("answer"));
  // The test plays no sound.
  vi.stubGlobal("AnalyserNode", class {});
  vi.stubGlobal(
    "AudioContext",
    class extends EventTarget {
      async close(): Promise<void> {}
    },
  );
  vi.stubGlobal(
    "Audio",
    class {
      pause(): void {}
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

async function joined({ receives = false } = {}) {
  const failures: unknown[] = [];
  const told: Partial<RoomEvents> = { onFailure: (error) => failures.push(error) };
  const time = new FakeTime();
  const room = new DirectRoom({
    call: { webCallUrl: "https://calls.test/call/call-1/room?secret=s" },
    isRejoin: false,
    microphone: new CallMicrophone(
      () => Promise.reject(new Error("not opened here")),
      () => undefined,
    ),
    video: { sends: false, receives },
    config: {},
    callObject: {},
    clock: { nowMs: () => time.nowMs, schedule: time.schedule },
    events: new Proxy(told, { get: (events, name) => Reflect.get(events, name) ?? (() => undefined) }) as RoomEvents,
  });
  await room.join(new AbortController().signal);
  return { room, failures };
}

/** Both parts are loading, until they fail. */
function heldLoads() {
  let loads = 0;
  let fail: (error: Error) => void = () => undefined;
  const answer = new Promise<object>((_, reject) => {
    fail = reject;
  });
  network.load = () => {
    loads += 1;
    return answer;
  };
  const untilBothLoad = () => expect.poll(() => loads).toBe(2);
  const failBoth = async () => {
    fail(new Error("offline"));
    // The imports settle some turns of the event loop after their files have loaded.
    await Promise.allSettled([import("./network-observer.ts"), import("./connection-keeper.ts")]);
  };
  return { untilBothLoad, failBoth };
}

it("reports that the script which watches the connection cannot be loaded, and the call goes on", async () => {
  const { untilBothLoad, failBoth } = heldLoads();
  const { room, failures } = await joined();
  await untilBothLoad();
  await failBoth();
  await expect.poll(() => failures).toHaveLength(2);
  expect(room.send("still there")).toBe(true);
  await room.leave();
});

it("does not report that after it was left", async () => {
  const { untilBothLoad, failBoth } = heldLoads();
  const { room, failures } = await joined();
  await untilBothLoad();
  await room.leave();
  await failBoth();
  expect(failures).toEqual([]);
});

// Last, because its cached files would delay the other tests.
it("asks for the other side's picture, and only where there is one", async () => {
  const { room } = await joined();
  expect(ConnectedPeer.offered).toEqual([["audio", "sendrecv"]]);
  await room.leave();
  const { room: watched } = await joined({ receives: true });
  expect(ConnectedPeer.offered).toEqual([
    ["audio", "sendrecv"],
    ["video", "recvonly"],
  ]);
  await watched.leave();
});

import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { CallMicrophone } from "../call-microphone.ts";
import { FakeTime } from "../testing/fake-time.ts";
import { createDailyRoom } from "./create-daily-room.ts";
import { loadDaily } from "./load-daily.ts";
import type { RoomContext, RoomTransport } from "./room-transport.ts";

/** The real daily-js, until it requests its bundle from the network: its arguments, and that it accepts them. */

/** Addresses of the scripts that the library put into the page. */
const scripts: string[] = [];

beforeAll(() => {
  vi.stubGlobal("window", globalThis);
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("MediaStreamTrack", class {});
  const devices = Object.assign(new EventTarget(), { getUserMedia: () => undefined, enumerateDevices: async () => [] });
  vi.stubGlobal("navigator", {
    userAgent: "Mozilla/5.0 AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36",
    mediaDevices: devices,
  });
  const head = {
    appendChild: (script: { src: string }) => {
      scripts.push(script.src);
      return script;
    },
    removeChild: () => undefined,
  };
  vi.stubGlobal("document", {
    createElement: () => new EventTarget(),
    head,
    getElementsByTagName: () => [head],
    querySelector: () => null,
  });
});

afterAll(() => vi.unstubAllGlobals());

function context(change: Partial<RoomContext> = {}): RoomContext {
  const time = new FakeTime();
  const ignore = new Proxy({}, { get: () => () => undefined }) as RoomContext["events"];
  return {
    call: { webCallUrl: "https://calls.daily.co/room-1" },
    isRejoin: false,
    microphone: new CallMicrophone(
      () => Promise.reject(new Error("not opened here")),
      () => undefined,
    ),
    video: { sends: false, receives: false },
    config: {},
    callObject: {},
    clock: { nowMs: () => time.nowMs, schedule: time.schedule },
    events: ignore,
    ...change,
  };
}

/** A room over the real library, with a copy of its options; the library adds further ones. */
async function entered(change?: Partial<RoomContext>): Promise<{ room: RoomTransport; options: unknown }> {
  const daily = await loadDaily();
  const original = daily.createCallObject;
  let options: unknown;
  const create = vi.spyOn(daily, "createCallObject").mockImplementation((given) => {
    options = structuredClone(given);
    return original.call(daily, given);
  });
  const room = await createDailyRoom(context(change));
  create.mockRestore();
  rooms.push(room);
  return { room, options };
}

const rooms: RoomTransport[] = [];

afterEach(async () => {
  for (const room of rooms.splice(0)) await room.leave();
});

it("takes our options for createCallObject and join, and loads its bundle as a script", async () => {
  const { room, options } = await entered();
  expect(options).toEqual({ audioSource: true, videoSource: false, dailyConfig: { avoidEval: true } });
  const call = room.callObject;
  if (!call) throw new Error("A room at Daily has a call object.");
  const join = vi.spyOn(call, "join");
  const over = new AbortController();
  const joining = room.join(over.signal);
  joining.catch(() => undefined);
  expect(join.mock.calls).toEqual([[{ url: "https://calls.daily.co/room-1", subscribeToTracksAutomatically: false }]]);
  expect(call.properties).toMatchObject({
    url: "https://calls.daily.co/room-1",
    subscribeToTracksAutomatically: false,
    dailyConfig: { avoidEval: true },
  });
  await expect.poll(() => scripts).toEqual([expect.stringMatching(/^https:\/\/c\.daily\.co\/call-machine\/.+\.js$/)]);
  over.abort();
  await room.leave();
  expect(call.isDestroyed()).toBe(true);
});

it("takes a device, a recorded camera and a muted beginning", async () => {
  const { microphone } = context();
  microphone.setMuted(true);
  const { options } = await entered({
    microphone,
    video: { sends: true, receives: true },
    callObject: { audioSource: "headset" },
  });
  expect(options).toMatchObject({ audioSource: "headset", videoSource: true, startAudioOff: true });
});

it("allows one call object at a time, as its fake does; a room waits for the one before it", async () => {
  const { room } = await entered();
  await expect(createDailyRoom(context())).rejects.toThrow("Duplicate DailyIframe instances are not allowed");
  const leaving = room.leave();
  const { room: next } = await entered();
  await leaving;
  expect(next.callObject?.isDestroyed()).toBe(false);
});

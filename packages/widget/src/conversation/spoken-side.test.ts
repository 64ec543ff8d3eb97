import { CallFailure, type JoinableCall } from "@callwright/call";
import { setUp } from "@callwright/call/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepCall } from "./kept-call.ts";
import { SpokenSide, type SpokenSideEvents } from "./spoken-side.ts";
import type { KeptCall, KeptCallStore } from "./visit-storage.ts";

/** Simulates a busy machine. */
const BUSY = { timeout: 30_000, interval: 5 };

/** The spoken side over a real call, in a page that can be left, with a call that the previous page stored. */

const CALL_WITH = { assistant: "assistant-1", squad: undefined, workflow: undefined, assistantOverrides: undefined };
const KEPT: JoinableCall = { id: "call-1", webCallUrl: "https://calls.test/call/call-1/room?secret=s" };

let page: EventTarget;
let pageListeners: number;

beforeEach(() => {
  page = new EventTarget();
  pageListeners = 0;
  vi.stubGlobal("addEventListener", (name: string, listener: () => void, options: { signal: AbortSignal }) => {
    pageListeners += 1;
    options.signal.addEventListener("abort", () => {
      pageListeners -= 1;
    });
    page.addEventListener(name, listener, options);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function spokenSide() {
  const set = setUp();
  let kept: KeptCall | undefined;
  const store: KeptCallStore = {
    keep: (call) => {
      kept = call;
    },
    take: () => kept,
    clear: () => {
      kept = undefined;
    },
  };
  await keepCall({ state: "connected" } as typeof set.call, KEPT, CALL_WITH, store);
  const told: unknown[][] = [];
  const phases: string[] = [];
  const tell = (name: string) => (detail?: unknown) => void told.push([name, detail]);
  const events: SpokenSideEvents = {
    onChange: () => void phases.push(spoken.phase),
    onStart: tell("start"),
    onEnd: tell("end"),
    onMessage: () => undefined,
    onError: tell("error"),
    onMicrophone: () => undefined,
    onSpeaking: () => undefined,
    onVolume: () => undefined,
    onLocalVolume: () => undefined,
  };
  const spoken = new SpokenSide(events);
  const rejoin = () => spoken.rejoin(() => set.call, CALL_WITH, store);
  return { ...set, spoken, store, told, phases, rejoin, isKept: () => kept !== undefined };
}

/** Joins fail with these errors, one after the other, and then succeed. */
function failing(...failures: Error[]) {
  return async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  };
}

/** Runs the call's clock until the promise is settled. */
async function settled(promise: Promise<unknown>, { time }: { time: { advance(durationMs: number): void } }): Promise<void> {
  let isSettled = false;
  void promise.finally(() => {
    isSettled = true;
  });
  const goOn = () => {
    time.advance(5_000);
    expect(isSettled).toBe(true);
  };
  await vi.waitFor(goOn, BUSY);
}

const UNAVAILABLE = new CallFailure("call-host-unavailable", "The call cannot start right now.");

test("a server that cannot take the caller back yet is asked again, and nobody notices", async () => {
  const { environment, rejoin, told, phases, isKept } = await spokenSide();
  environment.join = failing(UNAVAILABLE, new CallFailure("room-unreachable", "No network."));
  const back = rejoin();
  await settled(back, environment);
  expect(await back).toBe(true);
  expect(environment.rooms).toHaveLength(3);
  expect(told).toEqual([["start", undefined]]);
  expect(new Set(phases)).toEqual(new Set(["asking-microphone", "connecting", "listening"]));
  expect(isKept()).toBe(true);
});

test.each(["call-not-joinable", "call-taken-over", "not-found"])("a call that is refused (%s) is forgotten", async (code) => {
  const { environment, rejoin, spoken, told, isKept } = await spokenSide();
  environment.join = failing(new CallFailure(code, "No."));
  expect(await rejoin()).toBe(false);
  expect(environment.rooms).toHaveLength(1);
  expect(isKept()).toBe(false);
  expect(spoken.phase).toBe("idle");
  expect(told).toEqual([]);
  expect(pageListeners).toBe(0);
});

test("a server that stays away is given up, and the next page tries again", async () => {
  const { environment, rejoin, spoken, isKept } = await spokenSide();
  environment.join = async () => {
    throw UNAVAILABLE;
  };
  const back = rejoin();
  await settled(back, environment);
  expect(await back).toBe(false);
  expect(isKept()).toBe(true);
  expect(spoken.phase).toBe("idle");
  expect(pageListeners).toBe(0);
});

test("a page that is left on the way back keeps the call for the next one", async () => {
  const { environment, rejoin, isKept } = await spokenSide();
  environment.join = () => new Promise(() => undefined);
  const back = rejoin();
  await vi.waitFor(() => environment.room, BUSY);
  page.dispatchEvent(new Event("pagehide"));
  for (const leave of environment.pageListeners) leave();
  expect(await back).toBe(false);
  expect(environment.rooms).toHaveLength(1);
  expect(isKept()).toBe(true);
});

test("a person who hangs up between two attempts is not taken back", async () => {
  const { environment, rejoin, spoken, isKept } = await spokenSide();
  environment.join = failing(UNAVAILABLE);
  const back = rejoin();
  await vi.waitFor(() => expect(environment.rooms[0]?.isLeft).toBe(true), BUSY);
  spoken.setMuted(true);
  await spoken.end();
  expect(spoken.phase).toBe("idle");
  environment.time.advance(60_000);
  expect(await back).toBe(false);
  expect(environment.rooms).toHaveLength(1);
  expect(isKept()).toBe(false);
});

test("sound that is held back on the way back is told", async () => {
  const { environment, rejoin, told } = await spokenSide();
  environment.join = async () => environment.room.events.onSoundBlocked();
  expect(await rejoin()).toBe(true);
  expect(told).toContainEqual(["error", expect.objectContaining({ code: "sound-blocked" })]);
});

test("a start that is hung up before the call is joined leaves no listener at the page", async () => {
  const { environment, spoken, call, store } = await spokenSide();
  environment.join = () => new Promise(() => undefined);
  const started = spoken.start(() => call, CALL_WITH, store);
  await vi.waitFor(() => environment.room, BUSY);
  expect(pageListeners).toBe(1);
  const ended = spoken.end();
  environment.time.advance(1_000);
  await ended;
  expect(await started).toBe(false);
  expect(pageListeners).toBe(0);
});

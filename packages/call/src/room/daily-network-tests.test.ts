import type { DailyCall } from "@daily-co/daily-js";
import { expect, it } from "vitest";
import { runNetworkTests } from "./daily-network-tests.ts";

const CAMERA = { kind: "video" };

/** A library with a scripted call object that records its events. */
function library(change: Partial<Record<keyof DailyCall, unknown>> = {}) {
  const done: string[] = [];
  const call = {
    startCamera: async () => void done.push("startCamera"),
    participants: () => ({ local: { tracks: { video: { persistentTrack: CAMERA } } } }),
    testNetworkConnectivity: async (track: unknown) => ({ result: track === CAMERA ? "passed" : "failed" }),
    testWebsocketConnectivity: async () => ({ result: "passed", abortedRegions: [], failedRegions: [], passedRegions: ["eu"] }),
    testCallQuality: async () => ({ result: "good", secondsElapsed: 30 }),
    destroy: async () => void done.push("destroy"),
    ...change,
  };
  return { done, load: async () => ({ createCallObject: () => call as unknown as DailyCall }) };
}

it("answers every test, and leaves no call object", async () => {
  const { done, load } = library();
  expect(await runNetworkTests(load)).toMatchObject({
    networkConnectivity: { result: "passed" },
    websocketConnectivity: { result: "passed", passedRegions: ["eu"] },
    callQuality: { result: "good" },
  });
  expect(done).toEqual(["startCamera", "destroy"]);
});

it("reports a failed test beside the others", async () => {
  const { load } = library({
    testWebsocketConnectivity: () => Promise.reject({ errorMsg: "no way" }),
    participants: () => ({}),
  });
  expect(await runNetworkTests(load)).toMatchObject({
    networkConnectivity: { result: "failed", error: { message: "This test needs a camera." } },
    websocketConnectivity: { result: "failed", error: { message: "no way" } },
    callQuality: { result: "good" },
  });
});

it("does not reject when nothing can be tested", async () => {
  const results = await runNetworkTests(() => Promise.reject(new Error("offline")));
  expect(Object.values(results).map(({ result }) => result)).toEqual(["failed", "failed", "failed"]);
});

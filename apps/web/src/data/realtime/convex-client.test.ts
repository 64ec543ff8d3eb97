import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLiveClient } from "./convex-client.ts";
import type { LiveClient } from "./live-client.ts";

/** When the dashboard's own client reconnects. The tests control its network and its time. */

/** A connection that the client opened. The test decides its outcome. */
class ScriptedSocket {
  static made: { atMs: number; socket: ScriptedSocket }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  closedAtMs: number | undefined;

  constructor() {
    ScriptedSocket.made.push({ atMs: Date.now(), socket: this });
  }

  send(): void {}

  close(): void {
    this.closedAtMs = Date.now();
    this.onclose?.({ code: 1000, reason: "" });
  }

  static last(): ScriptedSocket {
    const last = ScriptedSocket.made.at(-1);
    if (!last) throw new Error("The client has not connected.");
    return last.socket;
  }
}

let client: LiveClient;

beforeEach(() => {
  ScriptedSocket.made = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", ScriptedSocket);
  // The middle of the client's jitter, which is half of a delay to either side.
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  client = openLiveClient({
    address: "https://voice.example.com",
    fetchToken: async () => null,
    onRefused: () => {},
  });
});

afterEach(() => {
  client.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** How long the client waits after a connection has failed. */
async function delayAfterFailure(): Promise<number> {
  const failedAtMs = Date.now();
  const { length } = ScriptedSocket.made;
  ScriptedSocket.last().onclose?.({ code: 1006, reason: "" });
  // The next timer may be left over from an earlier test file of this worker.
  while (ScriptedSocket.made.length === length) await vi.advanceTimersToNextTimerAsync();
  return (ScriptedSocket.made.at(-1)?.atMs ?? Number.NaN) - failedAtMs;
}

test("the wait before the next connection begins at 1 s, doubles, and ends at 16 s", async () => {
  const delays: number[] = [];
  for (let failure = 0; failure < 7; failure += 1) delays.push(await delayAfterFailure());
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000]);
});

test("a server that is silent for 60 s has its connection closed, and another one is made", async () => {
  const socket = ScriptedSocket.last();
  socket.onopen?.();
  await vi.advanceTimersByTimeAsync(40_000);
  socket.onmessage?.({ data: JSON.stringify({ type: "Ping" }) });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(socket.closedAtMs).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.closedAtMs).toBe(Date.now());
  await vi.advanceTimersToNextTimerAsync();
  expect(ScriptedSocket.made).toHaveLength(2);
});

test("what is asked of a closed client fails with a LiveError, as nothing was sent", async () => {
  client.close();
  for (const answer of [client.mutate("notes:add", {} as never), client.act("notes:add" as never, {} as never)])
    await expect(answer).rejects.toMatchObject({ name: "LiveError", code: "not-connected" });
});

import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { createStopRequests } from "./stop-requests.ts";

const SIGTERM = { drains: true, code: 143 };
const SIGINT = { drains: false, code: 130 };

/** `ended()` lets the last call end. */
function running() {
  const steps: unknown[] = [];
  let now = 0;
  let endCalls = () => {};
  const ended = new Promise<void>((resolve) => {
    endCalls = resolve;
  });
  const request = createStopRequests({
    drain: async (signal) => {
      steps.push("drain");
      await Promise.race([ended, once(signal, "abort")]);
    },
    end: async () => void steps.push("end"),
    exit: (code) => void steps.push(code),
    nowMs: () => now,
  });
  const wait = (ms: number) => {
    now += ms;
  };
  return { steps, request, wait, ended: () => endCalls() };
}

test("SIGTERM drains until no call is left, and a later request during the end exits", async () => {
  const { steps, request, wait, ended } = running();
  request(SIGTERM);
  expect(steps).toEqual(["drain"]);
  ended();
  await vi.waitFor(() => expect(steps).toEqual(["drain", "end"]));
  wait(2_001);
  request(SIGTERM);
  expect(steps).toEqual(["drain", "end", 143]);
});

test("a second SIGTERM ends at once what a first one drains; one that arrives twice is one", async () => {
  for (const second of [SIGTERM, SIGINT]) {
    const { steps, request, wait } = running();
    request(SIGTERM);
    wait(2_000);
    request(second);
    await Promise.resolve();
    expect(steps).toEqual(["drain"]);
    wait(1);
    request(second);
    await vi.waitFor(() => expect(steps).toEqual(["drain", "end"]));
  }
});

test("a Ctrl-C does not drain", async () => {
  const { steps, request } = running();
  request(SIGINT);
  request(SIGINT);
  await vi.waitFor(() => expect(steps).toEqual(["end"]));
});

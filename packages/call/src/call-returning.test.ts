import { REJOIN_TIMEOUT_MS } from "@callwright/contract";
import { expect, it } from "vitest";
import { CallFailure } from "./call-failure.ts";
import { setUp } from "./testing/call-in-test.ts";

/** A running call. The server refuses the attempts to return to it with these failures, in this order. */
function returning(...failures: Error[]) {
  const set = setUp((environment) => {
    environment.join = async () => {
      const failure = failures.shift();
      if (failure) throw failure;
    };
  });
  const { environment, call, valuesOf } = set;
  const back = call.reconnect({ id: "call-7", webCallUrl: "https://calls.test/call/call-7/room?secret=s" });
  const outcome = back.then(
    () => "back",
    (error: CallFailure) => error.code,
  );
  /** Resolves when this many attempts were made and the next one is pending. */
  const failed = async (attempts: number) => {
    const failed = () => valuesOf("call-start-progress").filter(({ status }) => status === "failed");
    await expect.poll(failed).toHaveLength(attempts);
    await expect.poll(() => environment.time.pending).toBe(1);
  };
  return { ...set, outcome, failed };
}

const BUSY = new CallFailure("call-host-unavailable", "The call cannot start right now.");
const OFFLINE = new CallFailure("room-unreachable", "No network.");

it("asks a server that is busy or cannot be reached again, in one attempt for all who wait", async () => {
  const { environment, call, outcome, failed, valuesOf } = returning(BUSY, OFFLINE);
  await failed(1);
  expect(call.state).toBe("joining");
  expect(environment.rooms.map(({ isLeft }) => isLeft)).toEqual([true]);
  call.setMuted(true);
  environment.time.advance(500);
  await failed(2);
  environment.time.advance(1_000);
  expect(await outcome).toBe("back");
  expect(environment.rooms.map(({ isLeft }) => isLeft)).toEqual([true, true, false]);
  expect(environment.room.isMuted()).toBe(true);
  expect(valuesOf("error")).toEqual([]);
  expect([valuesOf("call-start").length, valuesOf("call-start-success").length]).toEqual([1, 1]);
});

it("gives up when the other side waits no longer", async () => {
  const { environment, outcome, failed, valuesOf } = returning(...Array(50).fill(BUSY));
  for (let attempts = 1; environment.nowMs() + 4_000 <= REJOIN_TIMEOUT_MS; attempts += 1) {
    await failed(attempts);
    environment.time.advance(4_000);
  }
  expect(await outcome).toBe("call-host-unavailable");
  expect(valuesOf("error")).toMatchObject([{ type: "reconnect-error", error: { code: "call-host-unavailable" } }]);
  expect(environment.held).toBe(0);
});

it.each(["call-not-joinable", "call-taken-over", "not-found", "microphone-blocked", "meeting-full"])(
  "does not ask again after %s",
  async (code) => {
    const { environment, outcome } = returning(new CallFailure(code, "No."));
    expect(await outcome).toBe(code);
    expect(environment.rooms).toHaveLength(1);
    expect(environment.held).toBe(0);
  },
);

it("does not come back once it was hung up between two attempts", async () => {
  const { environment, call, outcome, failed, valuesOf } = returning(BUSY);
  await failed(1);
  await call.stop();
  expect(await outcome).not.toBe("back");
  expect(environment.rooms).toHaveLength(1);
  expect([environment.held, valuesOf("error").length]).toEqual([0, 0]);
});

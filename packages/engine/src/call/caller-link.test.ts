import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TransportListener } from "../media/media-transport.ts";
import { countTimersFromHere } from "../testing/fake-time.ts";
import { FakeTransport } from "../testing/fake-transport.ts";
import { CallerLink } from "./caller-link.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class Caller extends FakeTransport {
  heard: TransportListener | undefined;
  get connection(): TransportListener {
    if (!this.heard) throw new Error("nobody listens");
    return this.heard;
  }
  /** Ends as a real transport does when the other side closes it. */
  hangUp(): void {
    this.close();
    this.connection.onClosed("hung-up");
  }
}

function setUp(callerMayReturn: boolean, whenOpened: () => Promise<void> = async () => {}) {
  const told: string[] = [];
  const callers: Caller[] = [];
  const link = new CallerLink({
    callerMayReturn,
    openTransport: async (_sdp, heard) => {
      const transport = new Caller();
      transport.heard = heard;
      callers.push(transport);
      await whenOpened();
      return { transport, answerSdp: "v=0" };
    },
    listener: {
      onJoined: () => told.push("joined"),
      onAway: (departure) => told.push(`away ${departure}`),
      onReturned: () => told.push("returned"),
      onMoved: () => told.push("moved"),
      onGone: (why) => told.push(`gone ${why}`),
      onChannelOpen: (channel) => told.push(`open ${channel}`),
      onAudio: () => told.push("sound"),
      onText: (_channel, text) => told.push(text),
      onKey: (key) => told.push(key),
      onSaid: ({ text }) => told.push(`said ${text}`),
      onFault: () => told.push("fault"),
    },
  });
  const offer = async () => {
    await link.offer("v=0");
    const caller = callers.at(-1);
    if (!caller) throw new Error("no transport was opened");
    return caller;
  };
  const join = async () => {
    const caller = await offer();
    caller.connection.onConnected();
    return caller;
  };
  return { link, told, callers, offer, join };
}

it("a caller who hangs up is gone at once, or is waited for a minute", async () => {
  const brief = setUp(false);
  (await brief.join()).hangUp();
  expect(brief.told).toEqual(["joined", "gone hung-up"]);
  await expect(brief.link.offer("v=0")).rejects.toMatchObject({ fault: "ended" });

  const patient = setUp(true);
  (await patient.join()).hangUp();
  vi.advanceTimersByTime(59_000);
  expect(patient.told).toEqual(["joined", "away hung-up"]);
  vi.advanceTimersByTime(1_000);
  expect(patient.told).toEqual(["joined", "away hung-up", "gone hung-up"]);
});

it.each([
  [false, 1_000],
  [true, 60_000],
])("a caller who stops answering may be back (may return: %s) within %i ms", async (callerMayReturn, withinMs) => {
  const { told, join } = setUp(callerMayReturn);
  const caller = await join();
  caller.connection.onInterrupted(8_000);
  vi.advanceTimersByTime(withinMs - 1);
  caller.connection.onRestored();
  vi.advanceTimersByTime(120_000);
  expect(told).toEqual(["joined", "away lost", "returned"]);
  caller.connection.onInterrupted(8_000);
  vi.advanceTimersByTime(withinMs);
  expect(told.slice(3)).toEqual(["away lost", "gone lost"]);
});

it("a link that looks for another path is given the time to find it", async () => {
  const { link, told, join } = setUp(false);
  const caller = await join();
  caller.connection.onInterrupted(8_000);
  await link.restart(1, "v=0");
  vi.advanceTimersByTime(9_000);
  caller.connection.onRestored();
  expect(told).toEqual(["joined", "away lost", "returned"]);
  await expect(link.restart(2, "v=0")).rejects.toMatchObject({ fault: "taken-over" });
});

it("a page that looks for another path before its silence is noticed is given the same time", async () => {
  const { link, told, join } = setUp(false);
  const caller = await join();
  await link.restart(1, "v=0");
  vi.advanceTimersByTime(4_000);
  caller.connection.onInterrupted(8_000);
  vi.advanceTimersByTime(5_900);
  expect(told).toEqual(["joined", "away lost"]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(["joined", "away lost", "gone lost"]);
});

it("waits for a caller who is connecting, and not for one whose connection fails", async () => {
  const { told, join, offer } = setUp(false);
  const first = await join();
  const second = await offer();
  first.hangUp();
  vi.advanceTimersByTime(15_000);
  expect(told).toEqual(["joined", "away hung-up"]);
  second.connection.onClosed("never-connected");
  expect(told).toEqual(["joined", "away hung-up", "gone hung-up"]);
});

it("the newest connection takes over: the one before is notified, is heard no longer, and closes", async () => {
  const { link, told, join } = setUp(false);
  const first = await join();
  first.connection.onText("app", "one");
  const second = await join();
  second.connection.onChannelOpen("app");
  first.connection.onText("app", "of the past");
  first.connection.onInterrupted(8_000);
  second.connection.onText("app", "two");
  expect(told).toEqual(["joined", "one", "moved", "open app", "two"]);
  expect(first.sent).toEqual(['{"type":"taken-over"}']);
  expect(link.transport).toBe(second);
  expect(link.leave(1)).toBe(true);
  vi.advanceTimersByTime(3_000);
  expect([first.closed, second.closed]).toEqual([true, false]);
  expect(link.leave(2)).toBe(false);
  expect(told.at(-1)).toBe("gone hung-up");
});

it("closing leaves no link and no timer", async () => {
  countTimersFromHere();
  const { link, join, offer } = setUp(true);
  const callers = [await join(), await join(), await offer()];
  callers[1]?.connection.onInterrupted(8_000);
  link.close();
  expect(callers.map(({ closed }) => closed)).toEqual([true, true, true]);
  expect(vi.getTimerCount()).toBe(0);
});

/** Opens connections one by one, on the test's signal. */
function slowly() {
  const waiting: (() => void)[] = [];
  const whenOpened = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { whenOpened, openNext: () => waiting.shift()?.() };
}

it("opens one link at a time: of the offers that come meanwhile only the newest, and what it replaces is closed", async () => {
  const { whenOpened, openNext } = slowly();
  const { link, told, callers } = setUp(false, whenOpened);
  const answers = Array.from({ length: 5 }, () => link.offer("v=0"));
  const outcomes = Promise.allSettled(answers);
  expect(callers).toHaveLength(1);
  openNext();
  await vi.waitFor(() => expect(callers).toHaveLength(2));
  expect(callers[0]?.closed).toBe(true);
  openNext();
  const refused = { status: "rejected", reason: expect.objectContaining({ fault: "taken-over" }) };
  expect(await outcomes).toEqual([...Array(4).fill(refused), { status: "fulfilled", value: { session: 5, sdp: "v=0" } }]);
  expect(callers).toHaveLength(2);
  callers[1]?.connection.onConnected();
  expect(told).toEqual(["joined"]);
});

it("opens no link for an offer that waited until the call was over", async () => {
  const { whenOpened, openNext } = slowly();
  const { link, callers } = setUp(false, whenOpened);
  const outcomes = Promise.allSettled([link.offer("v=0"), link.offer("v=0")]);
  link.close();
  openNext();
  const refused = { status: "rejected", reason: expect.objectContaining({ fault: "ended" }) };
  expect(await outcomes).toEqual([refused, refused]);
  expect(callers.map(({ closed }) => closed)).toEqual([true]);
});

it("an offer that fails lets the next one be opened", async () => {
  const { link, callers } = setUp(false, async () => {
    if (callers.length === 1) throw new Error("no port");
  });
  const [failed, answered] = await Promise.allSettled([link.offer("v=0"), link.offer("v=0")]);
  expect([failed.status, answered.status]).toEqual(["rejected", "fulfilled"]);
});

it("keeps one link that was taken over, however often that happens", async () => {
  const { callers, join } = setUp(false);
  for (let count = 0; count < 5; count++) await join();
  expect(callers.map(({ closed }) => closed)).toEqual([true, true, true, false, false]);
  vi.advanceTimersByTime(3_000);
  expect(callers.map(({ closed }) => closed)).toEqual([true, true, true, true, false]);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { idleMedia } from "../testing/idle-media.ts";
import { SipLeg } from "./sip-leg.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A leg from outside. Janus refuses `refused`. */
function open(referTo = async () => "sip:other@198.51.100.7") {
  const requests: string[] = [];
  const ends: unknown[] = [];
  const refused = new Set<string>();
  const leg = new SipLeg({ isInbound: true, referTo, onFault: () => {} });
  leg.begin({
    async request({ request }) {
      requests.push(request);
      if (refused.has(request)) throw new Error("Janus refuses");
    },
    detach: () => void requests.push("detach"),
  });
  leg.listen({ onRinging: () => {}, onEnded: (end) => ends.push(end) });
  return { leg, requests, ends, refused };
}

const answer = (leg: SipLeg) => leg.answer(idleMedia("call"), "", async () => {});
const order = { destination: { type: "number" as const, number: "+14155550100" }, ringSeconds: 20 };
const notify = (leg: SipLeg, status: string) => leg.take({ event: "notify", content: `SIP/2.0 ${status}` });

it("takes keys as INFO in both forms", async () => {
  const { leg } = open();
  const keys: string[] = [];
  await leg.answer({ ...idleMedia("call"), press: (key) => keys.push(key) }, "", async () => {});
  for (const [type, content] of [
    ["application/dtmf-relay", "Signal=5\r\nDuration=160\r\n"],
    ["application/dtmf-relay", "Signal= 11\r\nDuration=160"],
    ["application/dtmf", "*"],
    ["application/dtmf", "10\r\n"],
    ["text/plain", "7"],
  ] as const)
    leg.take({ event: "info", type, content });
  expect(keys.join("")).toBe("5#**");
});

it("ends a call that could not be answered, and hangs up where it cannot be declined any more", async () => {
  const { leg, requests, ends, refused } = open();
  refused.add("decline");
  leg.reject(503);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual(["failed"]);
  expect(requests).toEqual(["decline", "hangup"]);
});

it("stays ended when its caller hangs up during a transfer", async () => {
  let resolve = (_uri: string) => {};
  const address = new Promise<string>((found) => {
    resolve = found;
  });
  const { leg, requests, ends } = open(() => address);
  await answer(leg);
  const early = leg.refer(order, () => {});
  leg.take({ event: "hangup", code: 200 });
  resolve("sip:x@198.51.100.7");
  expect(await early).toBe("hung-up");
  expect(requests).toEqual(["detach"]);
  expect(leg.isOver).toBe(true);

  const later = open();
  await answer(later.leg);
  const referred = later.leg.refer(order, () => {});
  await vi.advanceTimersByTimeAsync(0);
  later.leg.lost();
  expect(await referred).toBe("hung-up");
  expect([ends, later.ends]).toEqual([["hung-up"], ["failed"]]);
});

it("keeps the time of each transfer apart, and ends when one succeeds late", async () => {
  const { leg, refused, ends } = open();
  await answer(leg);
  refused.add("transfer");
  expect(await leg.refer(order, () => {})).toBe("failed");
  refused.clear();
  await vi.advanceTimersByTimeAsync(15_000);
  const second = leg.refer(order, () => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(leg.state).toBe("referring");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await second).toBe("no-answer");
  expect(leg.state).toBe("talking");
  notify(leg, "200 OK");
  expect(ends).toEqual(["hung-up"]);
});

it("sends requests of tools in its call only, and tells how a MESSAGE was answered", async () => {
  const { leg, requests, refused } = open();
  const send = (verb: "INFO" | "MESSAGE") => leg.sendSip({ verb, headers: {}, contentType: "text/plain", body: "hello" });
  expect(await send("INFO")).toContain("not connected");
  await answer(leg);
  expect(await send("INFO")).toBeUndefined();
  // A message that Janus refuses waits for no answer.
  refused.add("message");
  expect(await send("MESSAGE")).toContain("could not be sent");
  refused.clear();
  const [first, second] = [send("MESSAGE"), send("MESSAGE")];
  leg.take({ event: "messagedelivery", code: 200, reason: "OK" });
  leg.take({ event: "messagedelivery", code: 415, reason: "Unsupported Media Type" });
  expect([await first, await second]).toEqual([undefined, "The SIP MESSAGE was refused: 415 Unsupported Media Type."]);
  const unanswered = send("MESSAGE");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await unanswered).toContain("not answered");
  const late = send("MESSAGE");
  leg.take({ event: "hangup", code: 200 });
  expect(await late).toContain("not answered");
  expect(requests.filter((each) => each === "message")).toHaveLength(5);
});

import { ENDED_REASONS } from "@callwright/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PhoneMedia } from "../phone-media.ts";
import { idleMedia } from "../testing/idle-media.ts";
import type { SipHandle } from "./janus-client.ts";
import { SipLeg, type SipLegOptions } from "./sip-leg.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A leg on a handle of Janus, which refuses `refused`. */
function open({
  isInbound = true,
  referTo = async () => "sip:other@198.51.100.7",
  playKeys,
}: Partial<Pick<SipLegOptions, "isInbound" | "referTo" | "playKeys">> = {}) {
  const requests: string[] = [];
  const sent: unknown[] = [];
  const ends: unknown[] = [];
  const refused = new Set<string>();
  const leg = new SipLeg({ isInbound, referTo, playKeys, onFault: () => {} });
  const handle: SipHandle = {
    async request(body, sdp) {
      requests.push(body.request);
      sent.push(sdp ? [body, sdp] : body);
      if (refused.has(body.request)) throw new Error("Janus refuses");
    },
    detach: () => void requests.push("detach"),
  };
  leg.begin(handle, playKeys && "of-the-trunk");
  const names: string[] = [];
  leg.listen({ onNamed: (id) => names.push(id), onRinging: () => names.push("ringing"), onEnded: (...end) => ends.push(end) });
  return { leg, requests, sent, ends, refused, names };
}

const ended = (ends: unknown[]) => ends.map((each) => (each as [string])[0]);
const SDP = "v=0\r\nt=0 0\r\nm=audio 4000 RTP/AVP 0 101\r\na=rtpmap:101 telephone-event/8000\r\n";
const answer = (leg: SipLeg) => leg.answer(idleMedia("call"), SDP, async () => {});
const order = { destination: { type: "number" as const, number: "+14155550100" }, ringSeconds: 20 };
const notify = (leg: SipLeg, status: string) => leg.take({ event: "notify", content: `SIP/2.0 ${status}` });

it("takes keys as INFO in both forms", async () => {
  const { leg } = open();
  const keys: string[] = [];
  await leg.answer({ ...idleMedia("call"), press: (key) => keys.push(key) }, SDP, async () => {});
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

it("sends keys as telephone events in order, where the telephone takes them, until it hangs up", async () => {
  const played: string[] = [];
  const chosen: boolean[] = [];
  let next = () => {};
  const { leg } = open({
    playKeys: (callId, keys, signal) => {
      played.push(`${callId} ${keys}`);
      return new Promise<void>((resolve, reject) => {
        next = resolve;
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
  });
  const media: PhoneMedia = {
    ...idleMedia("call"),
    renew: async () => SDP,
    signalKeys: (areSignaled) => chosen.push(areSignaled),
  };
  leg.sendKeys("0");
  await leg.answer(media, SDP, async () => {});
  leg.sendKeys("12");
  leg.sendKeys("3");
  leg.sendKeys("4");
  await vi.advanceTimersByTimeAsync(0);
  expect(played).toEqual(["of-the-trunk 12"]);
  next();
  await vi.advanceTimersByTimeAsync(0);
  expect(played).toEqual(["of-the-trunk 12", "of-the-trunk 3"]);
  leg.take({ event: "updatingcall", sdp: SDP.replace(/a=rtpmap.*\r\n/, "") });
  await vi.advanceTimersByTimeAsync(0);
  leg.sendKeys("5");
  expect(chosen).toEqual([true, false]);
  leg.take({ event: "hangup", code: 200 });
  await vi.advanceTimersByTimeAsync(0);
  expect(played).not.toContain("of-the-trunk 5");
});

it("leaves keys to tones where nothing sends them, or the telephone is an operator's", async () => {
  const chosen: boolean[] = [];
  const { leg } = open();
  await leg.answer({ ...idleMedia("call"), signalKeys: (areSignaled) => chosen.push(areSignaled) }, SDP, async () => {});
  leg.sendKeys("1");
  expect(chosen).toEqual([]);
});

it("ends a call that could not be answered, and hangs up where it cannot be declined any more", async () => {
  const { leg, requests, ends, refused } = open();
  refused.add("decline");
  leg.reject(503);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual([["failed", { endedReason: ENDED_REASONS.phoneNotTaken, message: expect.any(String) }]]);
  expect(requests).toEqual(["decline", "hangup"]);
});

it("stays ended when its caller hangs up during a transfer", async () => {
  let resolve = (_uri: string) => {};
  const address = new Promise<string>((found) => {
    resolve = found;
  });
  const { leg, requests, ends } = open({ referTo: () => address });
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
  expect([ended(ends), ended(later.ends)]).toEqual([["hung-up"], ["failed"]]);
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
  expect(ended(ends)).toEqual(["hung-up"]);
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

/** A dialed leg, whose peer takes the answers that it is given. */
function dial(media: Partial<PhoneMedia> = {}) {
  const opened = open({ isInbound: false });
  const taken: [answer: string, isEarly: boolean | undefined][] = [];
  const take = async (...each: (typeof taken)[number]) => void taken.push(each);
  opened.leg.dialed({ ...idleMedia("call"), ...media }, 30_000, { sdp: SDP, take });
  return { ...opened, taken };
}

it("gives the peer early media at once, and lets the telephone ring on", async () => {
  const { leg, taken, ends, requests } = dial();
  leg.take({ event: "progress", sdp: SDP, call_id: "of-a-trunk" });
  await vi.advanceTimersByTimeAsync(29_000);
  expect([leg.state, taken]).toEqual(["ringing", [[SDP, true]]]);
  leg.take({ event: "accepted" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([leg.state, taken.slice(1), ends, requests]).toEqual(["talking", [[SDP, false]], [], []]);
});

it("fails a call whose early media cannot be connected, and rings no longer than its ring time", async () => {
  const failing = dial();
  failing.leg.dialed(idleMedia("call"), 30_000, { sdp: SDP, take: () => Promise.reject(new Error("no host")) });
  failing.leg.take({ event: "progress", sdp: SDP });
  await vi.advanceTimersByTimeAsync(0);
  expect(ended(failing.ends)).toEqual(["failed"]);
  const late = dial();
  late.leg.take({ event: "progress", sdp: SDP });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([ended(late.ends), late.requests]).toEqual([["no-answer"], ["hangup"]]);
});

it.each(["ringing", "accepted", "hangup"])("knows the call by its Call-ID from the first event on: %s", async (event) => {
  const { leg, names } = dial();
  leg.take({ event: "calling", call_id: "of-a-trunk" });
  leg.take({ event, call_id: "of-a-trunk", code: 486 });
  await vi.advanceTimersByTimeAsync(0);
  expect(names.filter((each) => each !== "ringing")).toEqual(["of-a-trunk"]);
});

it("answers a telephone that offers nothing with an offer, and takes its answer", async () => {
  const { leg } = open();
  const taken: string[] = [];
  const offered: unknown[] = [];
  const media = { ...idleMedia("call"), offer: async () => ({ sdp: SDP, take: async (sdp: string) => void taken.push(sdp) }) };
  await leg.answer(media, undefined, async (sdp) => void offered.push(sdp));
  expect([leg.state, offered]).toEqual(["new", [{ type: "offer", sdp: SDP }]]);
  leg.take({ event: "accepted", sdp: "v=0 theirs" });
  await vi.advanceTimersByTimeAsync(0);
  expect([leg.state, taken]).toEqual(["talking", ["v=0 theirs"]]);
});

it("renews the sound when the telephone holds the call, and takes it back", async () => {
  const held: boolean[] = [];
  const renewed: string[] = [];
  const { leg, sent } = open();
  const media: PhoneMedia = {
    ...idleMedia("call"),
    renew: async (offer) => `answer ${renewed.push(offer)}`,
    hold: (isHeld) => held.push(isHeld),
  };
  await leg.answer(media, SDP, async () => {});
  const update = async (sdp: string | undefined, headers = {}) => {
    leg.take({ event: "updatingcall", headers, ...(sdp !== undefined && { sdp }) });
    await vi.advanceTimersByTimeAsync(0);
  };
  await update(`${SDP}a=sendonly\r\n`);
  await update(SDP);
  await update(`${SDP}a=inactive\r\n`);
  await update(SDP);
  // Janus replaces the address, so Kamailio marks it.
  await update(SDP, { "X-Callwright-Held": "yes" });
  expect(held).toEqual([true, false, true, false, true]);
  expect(sent).toEqual([1, 2, 3, 4, 5].map((n) => [{ request: "update" }, { type: "answer", sdp: `answer ${n}`, update: true }]));
  // A telephone that wants an offer gets that of the call, and answers it.
  await update(undefined);
  expect(sent.at(-1)).toEqual([{ request: "update" }, { type: "offer", sdp: expect.stringContaining("answer 5"), update: true }]);
  leg.take({ event: "accepted", sdp: SDP });
  expect(held.at(-1)).toBe(false);
});

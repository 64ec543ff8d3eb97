import { randomUUID } from "node:crypto";
import { PlatformError } from "@callwright/contract";
import type { DialOrder } from "@callwright/engine";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { CarrierLineOptions } from "../carrier/carrier-line.ts";
import type { IncomingPhoneCall } from "../phone-line.ts";
import { dialTelling, openTelnyxLine, PUBLIC_ORIGIN, type TelnyxUnderTest } from "../testing/carrier-lines.ts";
import { idleMedia } from "../testing/idle-media.ts";

const CALL = "0e3ad8ab-7ed2-4b1c-a3f7-0000000000aa";
const PACKET = Buffer.alloc(160, 0xff).toString("base64");
let tested: TelnyxUnderTest;
afterEach(() => tested.close());

async function open(options?: Partial<CarrierLineOptions>) {
  tested = await openTelnyxLine(options);
}

async function dialed(to = "+14155550101") {
  return { ...(await dialTelling(tested, CALL, to)), call: tested.fake.calls.at(-1) };
}

async function connected() {
  const { call, ...rest } = await dialed();
  if (!call) throw new Error("the fake has no call");
  await vi.waitFor(() => expect(tested.connected).toEqual([CALL]));
  return { call, ...rest };
}

describe("the sound of a call", () => {
  it("goes both ways with keys, in order, and what was said last is heard before a hang-up", async () => {
    await open();
    const { leg, told, inputs, say, call } = await connected();
    expect(told).toEqual([call.id]);
    const heard = [1, 2, 3, 4].map((byte) => Buffer.alloc(160, byte).toString("base64"));
    for (const chunk of [1, 3, 2, 4]) call.say(heard[chunk - 1] ?? "", chunk);
    call.press("5");
    await vi.waitFor(() => expect(inputs).toEqual([...heard.map((sound) => ({ sound })), { key: "5" }]));
    // Packet 5 does not come, and is waited for in vain.
    for (const chunk of [6, 7, 8, 9]) call.say(PACKET, chunk);
    await vi.waitFor(() => expect(inputs).toHaveLength(9));
    const words = Array.from({ length: 5 }, (_, index) => Buffer.alloc(160, index).toString("base64"));
    for (const word of words) say(word);
    leg.hangUp();
    await vi.waitFor(() => expect(call.isOver).toBe(true));
    expect(call.played).toEqual(words);
    expect(told).toEqual([call.id]);
  });

  it.each(["breakStream", "loseStream"] as const)("goes on over another stream that is ordered after %s", async (breaks) => {
    await open();
    const { told, inputs, say, call } = await connected();
    call[breaks]();
    await vi.waitFor(() => expect(call.streams).toBe(2));
    call.say(PACKET);
    await vi.waitFor(() => expect(inputs).toEqual([{ sound: PACKET }]));
    say(PACKET);
    await vi.waitFor(() => expect(call.played).toEqual([PACKET]));
    call.hangUp();
    await vi.waitFor(() => expect(told).toEqual([call.id, ["hung-up", undefined]]));
  });

  it("ends the call, here and at Telnyx, when no stream arrives, at first or again", async () => {
    await open({ connectMs: 20 });
    tested.fake.network.hasStreams = false;
    const first = await dialed();
    const missing = { message: expect.stringContaining("did not reach this server") };
    await vi.waitFor(() => expect(first.told.at(-1)).toEqual(["failed", missing]));
    await vi.waitFor(() => expect(first.call?.isOver).toBe(true));
    await tested.close();
    await open({ reconnectMs: 20 });
    const again = await connected();
    tested.fake.network.hasStreams = false;
    again.call.breakStream();
    const lost = { endedReason: "phone-call-provider-closed-websocket", message: expect.stringContaining("did not come back") };
    await vi.waitFor(() => expect(again.told.at(-1)).toEqual(["failed", lost]));
    await vi.waitFor(() => expect(again.call.isOver).toBe(true));
  });

  it("ends the call when its stream sends what is no frame", async () => {
    await open();
    const { told, call } = await connected();
    call.socket?.send(JSON.stringify({ event: "media", media: { chunk: "1", payload: "!!" } }));
    await vi.waitFor(() => expect(JSON.stringify(told.at(-1))).toContain("Telnyx's stream sent"));
    await vi.waitFor(() => expect(call.isOver).toBe(true));
  });
});

it("names the reason of a call that cannot be made: refused by Telnyx, a number that does not exist, wrong keys, no profile", async () => {
  await open();
  const reasonOf = async (to: string) => (await dialed(to)).told.at(-1);
  const saying = (text: string) => ["failed", { message: expect.stringContaining(text) }];
  expect(await reasonOf("+15005550001")).toEqual(saying("+E.164"));
  expect(await reasonOf("+14155550107")).toEqual(saying("not_found (SIP 404)"));
  const application = tested.fake.applications.get(tested.fake.number.connection_id);
  if (application) application.outbound = null;
  expect(await reasonOf("+14155550101")).toEqual(saying("no outbound voice profile"));
  tested.fake.account.apiKey = "another";
  expect(await reasonOf("+14155550101")).toEqual(saying("refuses the API key"));
  expect(tested.log.join()).not.toContain(tested.account.apiKey);
});

it("tells what Telnyx finds out about who answered, where that is asked for", async () => {
  await open();
  const { told, leg } = await dialTelling(tested, CALL, "+14155550101", { detectMachine: { provider: "twilio" } });
  const call = tested.fake.calls.at(-1);
  expect(call?.detection).toBe("premium");
  await call?.detects("detection", "machine");
  await call?.detects("greeting", "beep_detected");
  await call?.detects("detection", "new to us");
  expect(told).toEqual([call?.id, "machine_start", "machine_end_beep", "unknown"]);
  leg.hangUp();
  expect((await dialed()).call?.detection).toBeUndefined();
});

describe("a caller who is passed on to a SIP address", () => {
  const AT = { type: "sip" as const, sipUri: "sip:desk@pbx.example.com" };

  /** A call that is answered and carries sound. */
  async function callerFrom(from: string, options?: Partial<CarrierLineOptions>) {
    await open(options);
    const told: unknown[] = [];
    const answered = new Promise<IncomingPhoneCall>((resolve) =>
      tested.line.open({
        async onCall(incoming) {
          incoming.leg.listen({ onRinging: () => {}, onEnded: (...end) => told.push(end) });
          await incoming.answer(idleMedia(CALL));
          resolve(incoming);
        },
      }),
    );
    const call = await tested.fake.callIn(from);
    const caller = await answered;
    await vi.waitFor(() => expect(call.streams).toBe(1));
    const admitted = vi.fn();
    const refer = (destination: DialOrder["destination"] = AT, ringSeconds = 60) =>
      caller.leg.refer?.({ destination, ringSeconds }, admitted);
    return { call, caller, told, admitted, refer };
  }

  const SIP_CALLER = "sip:ada@phones.example.com";

  it("is referred there by Telnyx: with success, in vain, or without a report", async () => {
    const { call, told, admitted, refer } = await callerFrom(SIP_CALLER);
    for (const [code, failure] of [
      [486, "busy"],
      [603, "declined"],
      [404, "failed"],
    ] as const) {
      call.referredTo = undefined;
      const end = refer();
      await vi.waitFor(() => expect(call.referredTo).toBe(AT.sipUri));
      await call.referralEnds(code);
      expect(await end).toBe(failure);
      expect([call.isOver, told]).toEqual([false, []]);
    }
    const end = refer();
    await vi.waitFor(() => expect(admitted).toHaveBeenCalledTimes(4));
    await call.referralEnds(200);
    expect(await end).toBeUndefined();
    await vi.waitFor(() => expect(call.isOver).toBe(true));
    expect(told).toEqual([]);
    await tested.close();
    const unreported = await callerFrom(SIP_CALLER);
    const gone = unreported.refer();
    await vi.waitFor(() => expect(unreported.call.referredTo).toBeDefined());
    unreported.call.hangUp();
    expect([await gone, unreported.told]).toEqual([undefined, []]);
  });

  it("stays, and leaves when Telnyx connects them after the time for it", async () => {
    const { call, told, refer } = await callerFrom(SIP_CALLER);
    expect(await refer(AT, 0.01)).toBe("no-answer");
    await vi.waitFor(() => expect(call.referredTo).toBeDefined());
    await call.referralEnds(200);
    await vi.waitFor(() => expect(told).toEqual([["hung-up", undefined]]));
    await vi.waitFor(() => expect(call.isOver).toBe(true));
  });

  it("stays where the address must not be called, and is not referred from the public network or to a number", async () => {
    const admit = async () =>
      Promise.reject(new PlatformError("validation-failed", {}, { problems: ["customer.sipUri has the host"] }));
    const refused = await callerFrom(SIP_CALLER, { limits: { admit } });
    expect(await refused.refer()).toBe("failed");
    expect([refused.admitted.mock.calls, refused.call.referredTo, refused.call.isOver]).toEqual([[], undefined, false]);
    expect(refused.refer({ type: "number", number: "+14155550101" })).toBeUndefined();
    await tested.close();
    expect((await callerFrom("+14155550199")).refer()).toBeUndefined();
  });
});

it("says what the server lacks for calls", async () => {
  await open({ config: { nodeUrl: "http://voice.example.com", publicUrl: undefined, telnyxBaseUrl: "https://api.telnyx.com" } });
  expect(tested.line.problemOf(tested.number)).toContain("https");
});

it("leaves new callers to another node while it takes none, rejects them when no other comes, and goes on with its calls", async () => {
  const isFirstUse = vi.fn(async () => true);
  const config = { publicUrl: "https://all.example.com", nodeUrl: PUBLIC_ORIGIN, telnyxBaseUrl: "" };
  await open({ isFirstUse, config });
  config.telnyxBaseUrl = tested.fake.url;
  const onCall = vi.fn();
  tested.line.open({ onCall });
  tested.line.drain();
  const caller = await tested.fake.callIn("+14155550199");
  const event = (attempt: number) => ({
    data: { id: "1", event_type: "call.initiated", payload: { call_control_id: caller.id, direction: "incoming" } },
    meta: { attempt },
  });
  const url = `${PUBLIC_ORIGIN}/phone-number/${tested.number.id}/telnyx/events`;
  expect((await tested.fake.post(url, event(2))).status).toBe(503);
  // The event must count as unused at the node that takes the call.
  expect([caller.state, isFirstUse.mock.calls]).toEqual(["ringing", []]);
  expect((await tested.fake.post(url, event(3))).status).toBe(204);
  await vi.waitFor(() => expect(caller.hangupCause).toBe("user_busy"));
  expect(onCall).not.toHaveBeenCalled();
  await connected();
});

describe("what is not Telnyx'", () => {
  const EVENTS = `${PUBLIC_ORIGIN}/phone-number/0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33/telnyx/events`;
  const event = (id: string = randomUUID()) => ({
    data: {
      id,
      event_type: "call.initiated",
      record_type: "event",
      payload: { call_control_id: `v3:${id}`, direction: "incoming", from: "+14155550199", to: "+14155550123" },
    },
  });

  it("is refused: unsigned, wrongly signed, too old, of another account or number, or no event", async () => {
    await open();
    const calls: IncomingPhoneCall[] = [];
    tested.line.open({ onCall: async (call) => void calls.push(call) });
    const { post } = tested.fake;
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const statuses = [
      await post(EVENTS, event(), { signature: null }),
      await post(EVENTS, event(), { signature: "" }),
      await post(EVENTS, event(), { signature: Buffer.alloc(64).toString("base64") }),
      await post(EVENTS, event(), { timestamp: nowSeconds - 600 }),
      await post(EVENTS, event(), { timestamp: nowSeconds + 600 }),
      await post(EVENTS.replace("0e3ad8ab", "00000000"), event()),
      await post(EVENTS, { data: { id: "1" } }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 403));
    tested.account.publicKey = Buffer.alloc(32, 7).toString("base64");
    expect((await post(EVENTS, event())).status).toBe(403);
    await tested.line.settled();
    expect(calls).toEqual([]);
  });

  it("is an event that was reported before", async () => {
    await open();
    const calls: IncomingPhoneCall[] = [];
    tested.line.open({ onCall: async (call) => void calls.push(call) });
    const once = event();
    for (let time = 0; time < 2; time++) expect((await tested.fake.post(EVENTS, once)).status).toBe(204);
    await tested.line.settled();
    expect(calls).toHaveLength(1);
  });

  it("is a stream with a wrong or a used ticket, or of another call", async () => {
    await open();
    const { told, call } = await dialed("+14155550100");
    const ticket = call?.ticket ?? "";
    expect(await closeCodeOf("wrong", call?.id ?? "")).toBe(1008);
    expect(await closeCodeOf(ticket, "v3:another")).toBe(1008);
    expect(await closeCodeOf(ticket, call?.id ?? "")).toBe(403);
    expect(tested.connected).toEqual([]);
    expect(told).toEqual([call?.id]);
    expect(tested.log.join()).not.toContain(ticket);
  });
});

/** The close code of a websocket, or the HTTP status of its refusal. */
async function closeCodeOf(ticket: string, call_control_id: string): Promise<number> {
  const socket = new WebSocket(tested.reach(`wss://voice.example.com/phone-number/${tested.number.id}/telnyx/stream`), {
    headers: { "x-telnyx-streaming-auth-token": ticket },
  });
  socket.on("error", () => {});
  const media_format = { encoding: "PCMU", sample_rate: 8_000, channels: 1 };
  socket.on("open", () =>
    socket.send(JSON.stringify({ event: "start", stream_id: "1", start: { call_control_id, media_format } })),
  );
  return new Promise<number>((resolve) => {
    socket.once("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    socket.once("close", resolve);
  });
}

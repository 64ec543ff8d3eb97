import type { PhoneNumber } from "@callwright/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { CarrierLineOptions } from "../carrier/carrier-line.ts";
import type { IncomingPhoneCall, MachineDetection } from "../phone-line.ts";
import { dialTelling, openTwilioLine, PUBLIC_ORIGIN, type TwilioUnderTest } from "../testing/carrier-lines.ts";
import { idleMedia } from "../testing/idle-media.ts";

const CALL = "0e3ad8ab-7ed2-4b1c-a3f7-0000000000aa";
const MU_LAW = { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 };
const PACKET = Buffer.alloc(160, 0xff).toString("base64");
let tested: TwilioUnderTest;
afterEach(() => tested.close());

async function open(options?: Partial<CarrierLineOptions>) {
  tested = await openTwilioLine(options);
}

/** Dials and is answered. */
async function connected(to = "+14155550101") {
  const dialed = await dialTelling(tested, CALL, to);
  const [call] = tested.fake.calls;
  if (!call) throw new Error("the fake has no call");
  return { ...dialed, call };
}

const streaming = () => vi.waitFor(() => expect(tested.connected).toEqual([CALL]));

describe("the sound of a call", () => {
  it("goes both ways with keys, and what was said last is heard before a hang-up", async () => {
    await open();
    const { leg, told, inputs, say, call } = await connected();
    await streaming();
    expect(told).toEqual([call.sid]);
    call.say(PACKET);
    call.press("5");
    await vi.waitFor(() => expect(inputs).toEqual([{ sound: PACKET }, { key: "5" }]));
    const words = Array.from({ length: 5 }, (_, index) => Buffer.alloc(160, index).toString("base64"));
    for (const word of words) say(word);
    leg.hangUp();
    say(PACKET);
    await vi.waitFor(() => expect(call.status).toBe("completed"));
    expect(call.played).toEqual(words);
    expect(told).toEqual([call.sid]);
  });

  it.each([
    ["the connection breaks", "breakStream"],
    ["Twilio notices first that it is broken", "loseStream"],
  ] as const)("goes on over another stream when %s", async (_when, breaks) => {
    await open();
    const { told, inputs, say, call } = await connected();
    await streaming();
    call[breaks]();
    await vi.waitFor(() => expect(call.streams).toBe(2));
    call.say(PACKET);
    await vi.waitFor(() => expect(inputs).toEqual([{ sound: PACKET }]));
    say(PACKET);
    await vi.waitFor(() => expect(call.played).toEqual([PACKET]));
    expect(tested.connected).toEqual([CALL]);
    call.hangUp();
    await vi.waitFor(() => expect(told).toEqual([call.sid, ["hung-up", undefined]]));
  });

  it("ends the call, here and at Twilio, when no stream arrives", async () => {
    await open({ connectMs: 20 });
    tested.fake.network.hasStreams = false;
    const { told, call } = await connected();
    const end = {
      endedReason: "twilio-failed-to-connect-call",
      message: expect.stringContaining("did not reach this server"),
    };
    await vi.waitFor(() => expect(told.at(-1)).toEqual(["failed", end]));
    await vi.waitFor(() => expect(call.isOver).toBe(true));
  });

  it("ends the call, here and at Twilio, when no stream comes back", async () => {
    await open({ reconnectMs: 20 });
    const { told, call } = await connected();
    await streaming();
    call.drop();
    const end = { endedReason: "phone-call-provider-closed-websocket", message: expect.stringContaining("did not come back") };
    await vi.waitFor(() => expect(told.at(-1)).toEqual(["failed", end]));
    await vi.waitFor(() => expect(call.isOver).toBe(true));
  });
});

it("names the reason of a call that cannot be made: refused by Twilio, a number that does not exist, no stream", async () => {
  await open();
  const misdialed = "twilio-reported-customer-misdialed";
  const refused = await connectedTo("+15005550001");
  expect(tested.log.join()).toContain("did not take the order to call");
  expect(tested.log.join()).not.toContain("15005550001");
  expect(refused.at(-1)).toEqual([
    "failed",
    { endedReason: misdialed, message: expect.stringContaining("not a valid phone number") },
  ]);
  expect((await connectedTo("+14155550107")).at(-1)).toEqual([
    "failed",
    { endedReason: misdialed, message: expect.stringContaining("404") },
  ]);
  tested.fake.account.authToken = "another";
  const keys = await connectedTo("+14155550101");
  expect(keys.at(-1)).toMatchObject([
    "failed",
    { endedReason: "twilio-failed-to-connect-call", message: expect.stringContaining("keys") },
  ]);

  async function connectedTo(to: string) {
    return (await dialTelling(tested, CALL, to)).told;
  }
});

it("tells what Twilio finds out about who answered, where that is asked for", async () => {
  await open();
  const order = async (detectMachine?: MachineDetection) => {
    const { told } = await dialTelling(tested, CALL, "+14155550100", { detectMachine });
    return { told, call: tested.fake.calls.at(-1) };
  };
  const { told, call } = await order({ provider: "twilio", machineDetectionTimeout: 9 });
  expect(call?.detection).toMatchObject({ mode: "DetectMessageEnd", timeout: "9" });
  await call?.detects("machine_end_beep");
  expect(told).toEqual([call?.sid, "machine_end_beep"]);
  expect((await order({ provider: "twilio", voicemailDetectionTypes: ["machine_start"] })).call?.detection?.mode).toBe("Enable");
  expect((await order()).call?.detection).toBeUndefined();
});

it("says what a number lacks that cannot call", async () => {
  await open();
  expect(tested.line.problemOf(tested.number)).toBeUndefined();
  expect(tested.line.problemOf({ ...tested.number, storedSecrets: [] } as PhoneNumber)).toContain("twilioAuthToken");
  for (const [nodeUrl, problem] of [
    [undefined, "PUBLIC_URL is not set"],
    ["http://voice.example.com", "https"],
    ["https://192.168.1.7", "cannot reach"],
    ["https://localhost", "cannot reach"],
    ["https://phone", "cannot reach"],
  ] as const) {
    await tested.close();
    await open({ config: { nodeUrl, publicUrl: nodeUrl, twilioBaseUrl: "https://api.twilio.com" } });
    expect(tested.line.problemOf(tested.number)).toContain(problem);
  }
});

it("sends callers to another node while this one takes no new calls, and rejects them when no other comes", async () => {
  const reported = vi.fn(async () => true);
  const config = { publicUrl: PUBLIC_ORIGIN, nodeUrl: "https://node-1.example.com", twilioBaseUrl: "https://api.twilio.com" };
  await open({ config, isFirstUse: reported });
  const onCall = vi.fn();
  tested.line.open({ onCall });
  tested.line.drain();
  const url = String(tested.fake.number.voice_url);
  const form = { CallSid: `CA${"3".repeat(32)}`, From: "+14155550199", To: "+14155550123", CallStatus: "ringing" };
  const first = await tested.fake.post(url, form);
  const next = /<Pause length="1"\/><Redirect method="POST">([^<]+)<\/Redirect>/.exec(first.text)?.[1];
  expect(next).toBe(`${url}?tries=1`);
  expect((await tested.fake.post(next ?? "", form)).text).toContain("?tries=2<");
  expect((await tested.fake.post(`${url}?tries=10`, form)).text).toContain("<Reject");
  // The request must count as unreported at the node that takes the call.
  expect([onCall.mock.calls, reported.mock.calls]).toEqual([[], []]);
});

describe("what is not Twilio's", () => {
  const VOICE = `/phone-number/0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33/twilio/voice`;
  const form = { CallSid: `CA${"1".repeat(32)}`, From: "+14155550199", To: "+14155550123", CallStatus: "ringing" };

  it("is refused: unsigned, wrongly signed, signed for another address, of another account or number", async () => {
    await open();
    const onCall = vi.fn();
    tested.line.open({ onCall });
    const { post, account } = tested.fake;
    const statusOf = async (...sent: Parameters<typeof post>) => (await post(...sent)).status;
    const url = PUBLIC_ORIGIN + VOICE;
    expect(await statusOf(url, form, null)).toBe(403);
    expect(await statusOf(url, form, "")).toBe(403);
    expect(await statusOf(url, form, "c2lnbmF0dXJl")).toBe(403);
    expect(await statusOf(`${url}?call=1`, form, await signatureOf(url, form))).toBe(403);
    expect(await statusOf(url, { ...form, From: "+15550000000" }, await signatureOf(url, form))).toBe(403);
    expect(await statusOf(url, { ...form, AccountSid: `AC${"9".repeat(32)}` })).toBe(403);
    expect(await statusOf(url.replace("0e3ad8ab", "00000000"), form)).toBe(403);
    expect(onCall).not.toHaveBeenCalled();
    expect(tested.log.length).toBeGreaterThan(5);
    expect(tested.log.join()).not.toContain(account.authToken);
    expect(tested.log.join()).not.toContain("c2lnbmF0dXJl");
  });

  it("is a call that was reported before", async () => {
    await open();
    const calls: IncomingPhoneCall[] = [];
    tested.line.open({
      onCall: async (call) => {
        calls.push(call);
        await call.answer(idleMedia(CALL));
      },
    });
    const first = await tested.fake.post(PUBLIC_ORIGIN + VOICE, form);
    const second = await tested.fake.post(PUBLIC_ORIGIN + VOICE, form);
    expect(first.text).toContain("<Connect");
    expect(second.text).toContain("<Reject");
    expect(calls).toHaveLength(1);
  });

  it("is a stream with a wrong or a used ticket, or of another call", async () => {
    await open();
    const { told, call } = await connected("+14155550100");
    const ticket = /name="ticket" value="([^"]+)"/.exec(call.twiml)?.[1] ?? "";
    expect(await closeCodeOf([], { "x-twilio-signature": "nonsense" })).toBe(403);
    expect(await closeCodeOf([start("wrong", call.sid)])).toBe(1008);
    expect(await closeCodeOf([start(ticket, `CA${"2".repeat(32)}`)])).toBe(1008);
    // The ticket is used by now, and no stream is expected.
    expect(await closeCodeOf([start(ticket, call.sid)])).toBe(403);
    expect(tested.connected).toEqual([]);
    expect(told).toEqual([call.sid]);
    expect(tested.log.join()).not.toContain(ticket);
  });

  it.each([
    ["sound before the start", () => [{ event: "media", media: { payload: PACKET } }]],
    ["no JSON", () => ["{"]],
    ["binary", () => [Buffer.from("{}")]],
    ["a start without a call", () => [{ event: "start", streamSid: "MZ1", start: {} }]],
    ["a frame beyond the limit", () => ["x".repeat(20_000)]],
  ])("is a stream that begins with %s", async (_what, frames) => {
    await open();
    await connected("+14155550100");
    expect(await closeCodeOf(frames())).toBeGreaterThan(1000);
  });

  it.each([
    ["sound that is no base64", { event: "media", media: { payload: "!!" } }],
    ["a key that no telephone has", { event: "dtmf", dtmf: { digit: "55" } }],
    ["a frame that is too large", { event: "media", media: { payload: "A".repeat(20_000) } }],
    ["a second start", { event: "start", streamSid: "MZ1", start: { accountSid: "A", callSid: "C", mediaFormat: MU_LAW } }],
  ])("ends the call with the reason: %s", async (_what, frame) => {
    await open();
    const { told, call } = await connected();
    await streaming();
    call.socket?.send(JSON.stringify(frame));
    const end = { endedReason: "phone-call-provider-closed-websocket", message: expect.stringContaining("Twilio's stream sent") };
    await vi.waitFor(() => expect(told.at(-1)).toEqual(["failed", end]));
    await vi.waitFor(() => expect(call.isOver).toBe(true));
  });

  it("is more sound than time", async () => {
    await open();
    const { told, call } = await connected();
    await streaming();
    const second = Buffer.alloc(2_000, 0xff).toString("base64");
    for (let sent = 0; sent < 300; sent++) call.say(second);
    await vi.waitFor(() => expect(JSON.stringify(told.at(-1))).toContain("faster than it is spoken"));
  });

  it("leaves events alone that are new", async () => {
    await open();
    const { inputs, told, call } = await connected();
    await streaming();
    call.socket?.send(JSON.stringify({ event: "transcription", text: "…" }));
    call.say(PACKET);
    await vi.waitFor(() => expect(inputs).toEqual([{ sound: PACKET }]));
    expect(told).toEqual([call.sid]);
  });
});

function start(ticket: string, callSid: string) {
  const { accountSid } = tested.fake.account;
  return { event: "start", streamSid: "MZ1", start: { accountSid, callSid, mediaFormat: MU_LAW, customParameters: { ticket } } };
}

/** The close code of a websocket, or the HTTP status of its refusal. */
async function closeCodeOf(frames: readonly (object | string)[], headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(tested.reach(`wss://voice.example.com/phone-number/${tested.number.id}/twilio/stream`), {
    headers,
  });
  const refused = new Promise<number>((resolve) =>
    socket.once("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode)),
  );
  socket.on("error", () => {});
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  const open = new Promise<undefined>((resolve) => socket.once("open", () => resolve(undefined)));
  const opened = await Promise.race([open, refused]);
  if (opened !== undefined) {
    return opened;
  }
  for (const frame of frames) socket.send(typeof frame === "string" || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  return closed;
}

async function signatureOf(url: string, form: Record<string, string>): Promise<string> {
  const { default: twilio } = await import("twilio");
  const { accountSid, authToken } = tested.fake.account;
  return twilio.getExpectedTwilioSignature(authToken, url, { AccountSid: accountSid, ApiVersion: "2010-04-01", ...form });
}

import { randomUUID } from "node:crypto";
import { decodeMuLaw, encodeMuLaw } from "@callwright/engine";
import { UnsecuredJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { CarrierLineOptions } from "../carrier/carrier-line.ts";
import type { IncomingPhoneCall } from "../phone-line.ts";
import { dialTelling, openVonageLine, PUBLIC_ORIGIN, VONAGE_HOOKS, type VonageUnderTest } from "../testing/carrier-lines.ts";

const CALL = "0e3ad8ab-7ed2-4b1c-a3f7-0000000000aa";
/** 20 ms of one level, in the call host's form and in Vonage's. */
const muLaw = (level: number) => Buffer.from(encodeMuLaw(new Int16Array(160).fill(level))).toString("base64");
const linear = (level: number) => {
  const packet = Buffer.alloc(320);
  for (let at = 0; at < 160; at++) packet.writeInt16LE(decodeMuLaw(encodeMuLaw(Int16Array.of(level)))[0] ?? 0, at * 2);
  return packet.toString("base64");
};
const LEVELS = [0, 1_000, -1_000, 12_000, -32_000];
let tested: VonageUnderTest;
afterEach(() => tested.close());

async function open(options?: Partial<CarrierLineOptions>) {
  tested = await openVonageLine(options);
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
  it("goes both ways as linear PCM, with keys, and what was said last is heard before a hang-up", async () => {
    await open();
    const { leg, told, inputs, say, call } = await connected();
    expect(told).toEqual([call.id]);
    for (const level of LEVELS) call.say(linear(level));
    call.press("5");
    await vi.waitFor(() => expect(inputs).toEqual([...LEVELS.map((level) => ({ sound: muLaw(level) })), { key: "5" }]));
    for (const level of LEVELS) say(muLaw(level));
    leg.hangUp();
    await vi.waitFor(() => expect(call.status).toBe("completed"));
    expect(call.played).toEqual(LEVELS.map(linear));
    expect(told).toEqual([call.id]);
  });

  it("goes on over another stream when Vonage asks after the first one", async () => {
    await open();
    const { told, inputs, call } = await connected();
    call.breakStream();
    await vi.waitFor(() => expect(call.streams).toBe(2));
    call.say(linear(1_000));
    await vi.waitFor(() => expect(inputs).toEqual([{ sound: muLaw(1_000) }]));
    call.hangUp();
    await vi.waitFor(() => expect(told).toEqual([call.id, ["hung-up", undefined]]));
  });

  it("ends the call, here and at Vonage, when no stream arrives, at first or again", async () => {
    await open();
    tested.fake.network.hasStreams = false;
    const first = await dialed();
    const missing = { message: expect.stringContaining("did not reach this server") };
    await vi.waitFor(() => expect(first.told.at(-1)).toEqual(["failed", missing]));
    await vi.waitFor(() => expect(first.call?.isOver).toBe(true));
    await tested.close();
    await open({ reconnectMs: 20 });
    const again = await connected();
    // Vonage does not notice the broken connection.
    again.call.socket?.removeAllListeners("close");
    again.call.breakStream();
    const lost = { endedReason: "phone-call-provider-closed-websocket", message: expect.stringContaining("did not come back") };
    await vi.waitFor(() => expect(again.told.at(-1)).toEqual(["failed", lost]));
    await vi.waitFor(() => expect(again.call.isOver).toBe(true));
  });

  it.each([Buffer.alloc(321), Buffer.alloc(0), Buffer.alloc(3_520)])(
    "ends the call when its stream sends what is no sound",
    async (data) => {
      await open();
      const { told, call } = await connected();
      call.socket?.send(data);
      await vi.waitFor(() => expect(JSON.stringify(told.at(-1))).toContain("Vonage's stream sent"));
      await vi.waitFor(() => expect(call.isOver).toBe(true));
    },
  );
});

it("names the reason of a call that cannot be made: refused by Vonage, a number that does not exist, wrong keys", async () => {
  await open();
  const reasonOf = async (to: string) => (await dialed(to)).told.at(-1);
  const saying = (text: string) => ["failed", { message: expect.stringContaining(text) }];
  expect(await reasonOf("+15005550001")).toEqual(saying("Invalid number"));
  expect(await reasonOf("+14155550107")).toEqual(saying("failed (number_out_of_service)"));
  const { privateKey } = tested.account;
  // The key without the line breaks that a form removed.
  tested.account.privateKey = privateKey.replaceAll("\n", "");
  expect(await reasonOf("+14155550103")).toEqual(["busy", undefined]);
  tested.account.privateKey = "no key";
  expect(await reasonOf("+14155550101")).toEqual(saying("refuses the keys"));
  for (const secret of [privateKey.slice(40, 80), tested.account.signatureSecret])
    expect(tested.log.join()).not.toContain(secret);
});

it("tells what Vonage finds out about who answered, where that is asked for", async () => {
  await open();
  const { told, leg } = await dialTelling(tested, CALL, "+14155550101", { detectMachine: { provider: "twilio" } });
  const call = tested.fake.calls.at(-1);
  expect(call?.detection).toMatchObject({ behavior: "continue", mode: "default" });
  await call?.detects("human");
  await call?.detects("machine");
  await call?.detects("machine", "beep_start");
  await call?.detects("machine", "beep_timeout");
  expect(told).toEqual([call?.id, "human", "machine_start", "machine_beep_start", "machine_end_other"]);
  leg.hangUp();
  expect((await dialed()).call?.detection).toBeUndefined();
});

it("leaves new callers to another node while it takes none, and goes on with its calls", async () => {
  const isFirstUse = vi.fn(async () => true);
  const config = { publicUrl: "https://all.example.com", nodeUrl: PUBLIC_ORIGIN, vonageBaseUrl: "" };
  await open({ isFirstUse, config });
  config.vonageBaseUrl = tested.fake.url;
  const onCall = vi.fn();
  tested.line.open({ onCall });
  tested.line.drain();
  expect((await tested.fake.post(`${VONAGE_HOOKS}/answer`, { uuid: "1", from: "14155550199" })).status).toBe(503);
  // The request must count as unused at the node that takes the call.
  expect([onCall.mock.calls, isFirstUse.mock.calls]).toEqual([[], []]);
  await connected();
});

describe("what is not Vonage's", () => {
  const call = (uuid: string = randomUUID()) => ({ uuid, from: "14155550199", to: "14155550123" });

  it("is refused: unsigned, wrongly signed, too old, of another body, account or number, or reported before", async () => {
    await open();
    const calls: IncomingPhoneCall[] = [];
    tested.line.open({ onCall: async (each) => void calls.push(each) });
    const { post } = tested.fake;
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const claims = { iat: nowSeconds, jti: "1", payload_hash: "" };
    const url = `${VONAGE_HOOKS}/answer`;
    const statuses = [
      await post(url, call(), { token: null }),
      await post(url, call(), { token: "" }),
      await post(url, call(), { token: new UnsecuredJWT(claims).encode() }),
      await post(url, call(), { secret: "another" }),
      await post(url, call(), { claims: { iat: nowSeconds - 600 } }),
      await post(url, call(), { claims: { iat: nowSeconds + 600 } }),
      await post(url, call(), { claims: { payload_hash: "00" } }),
      await post(url, call(), { claims: { payload_hash: undefined } }),
      await post(url, call(), { claims: { application_id: randomUUID() } }),
      await post(url.replace("0e3ad8ab", "00000000"), call()),
    ];
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 403));
    expect(calls).toEqual([]);
    for (const status of [200, 403]) expect((await post(url, call(), { claims: { jti: "once" } })).status).toBe(status);
    expect(calls).toHaveLength(1);
    expect((await post(`${VONAGE_HOOKS}/after?leg=${randomUUID()}`, { status: "disconnected" })).ncco).toEqual([]);
  });

  it("is a stream with a wrong or a used ticket, or a report about the websocket's own leg", async () => {
    await open();
    const { told, call: rings } = await dialed("+14155550100");
    expect(await closeCodeOf("wrong")).toBe(1008);
    openStream(rings?.ticket ?? "");
    await vi.waitFor(() => expect(tested.connected).toEqual([CALL]));
    expect(await closeCodeOf(rings?.ticket ?? "")).toBe(403);
    expect(tested.log.join()).not.toContain(rings?.ticket);
    await tested.fake.post(`${VONAGE_HOOKS}/events`, { uuid: rings?.id, to: "wss://voice.example.com", status: "completed" });
    expect(told).toEqual([rings?.id]);
  });
});

function openStream(ticket: string): WebSocket {
  const socket = new WebSocket(tested.reach(`wss://voice.example.com/phone-number/${tested.number.id}/vonage/stream`));
  socket.on("error", () => {});
  socket.on("open", () =>
    socket.send(JSON.stringify({ event: "websocket:connected", "content-type": "audio/l16;rate=8000", ticket })),
  );
  return socket;
}

/** The close code of a websocket, or the HTTP status of its refusal. */
async function closeCodeOf(ticket: string): Promise<number> {
  const socket = openStream(ticket);
  return new Promise<number>((resolve) => {
    socket.once("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    socket.once("close", resolve);
  });
}

import type { Assistant, Call, CallEvent, CallEventPayload, CallEventType, PhoneNumber } from "@callwright/contract";
import { decodeMuLaw, encodeMuLaw } from "@callwright/engine";
import { speechSample } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { type FakeTwilio, startFakeTwilio } from "../../telephony/testing/fake-twilio.ts";

type FakeTwilioCall = Awaited<ReturnType<FakeTwilio["callIn"]>>;

const ORIGIN = "https://voice.example.com";
/** Generous: call hosts and voices share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 100 };
const PACKET_MS = 20;
const PACKET_SAMPLES = 160;
const GREETING =
  "Hello, this is Riley at the Gulf Street Bakery. We bake bread, rolls and cakes, every day from six in the morning until eight in the evening.";

let server: TestServer;
let client: TestClient;
let fake: FakeTwilio;

beforeAll(async () => {
  let local = "";
  fake = await startFakeTwilio({
    phoneNumber: "+14155550123",
    farEnds: {},
    reach: (url) => url.replace("voice.example.com", local).replace(/^(http|ws)s/, "$1"),
  });
  server = await startTestServer({ config: { nodeUrl: ORIGIN, twilioBaseUrl: fake.url, orgConcurrentCalls: 100 } });
  local = `127.0.0.1:${server.port}`;
  client = await server.signUp();
  const assistant = {
    name: "Riley",
    firstMessage: GREETING,
    firstMessageInterruptionsEnabled: true,
    backgroundSound: "off",
    model: {
      provider: "callwright",
      model: "fake-script",
      reply: "We are open from eight to five on Saturday. Can I do anything else for you?",
    },
    transcriber: { provider: "callwright", model: "moonshine" },
  };
  const { id: assistantId } = (await client.json<Assistant>("POST", "/assistant", assistant)).body;
  const { accountSid: twilioAccountSid, authToken: twilioAuthToken } = fake.account;
  const imported = { twilioPhoneNumber: fake.number.phone_number, twilioAccountSid, twilioAuthToken, assistantId };
  const number = (await client.json<PhoneNumber>("POST", "/phone-number/import/twilio", imported)).body;
  fake.number.voice_url = `${ORIGIN}/phone-number/${number.id}/twilio/voice`;
  fake.number.status_callback = `${ORIGIN}/phone-number/${number.id}/twilio/status`;
});
afterAll(async () => {
  await server?.close();
  await fake?.close();
});

/** A telephone whose microphone hears its loudspeaker, and whose owner speaks. It plays and sends a packet every 20 ms. */
class SpeakerPhone {
  readonly #call: FakeTwilioCall;
  readonly #gain: number;
  readonly #timer: NodeJS.Timeout;
  readonly #startedMs = performance.now();
  /** Packets that were not played yet. They are played in the telephone's pace: a packet that is late delays those after it. */
  readonly #received: Int16Array[] = [];
  #words = new Int16Array();
  #sent = 0;

  constructor(call: FakeTwilioCall, gainDb: number, delayMs: number) {
    this.#call = call;
    this.#gain = 10 ** (gainDb / 20);
    for (let ms = 0; ms < delayMs; ms += PACKET_MS) this.#received.push(new Int16Array(PACKET_SAMPLES));
    call.socket?.on("message", (data) => {
      const { event, media } = JSON.parse(String(data));
      if (event === "media") this.#received.push(decodeMuLaw(Buffer.from(media.payload, "base64")));
    });
    this.#timer = setInterval(() => this.#send(), PACKET_MS / 2);
  }

  /** Mono 8 kHz. */
  say(pcm: Int16Array): void {
    this.#words = Int16Array.from([...this.#words, ...pcm]);
  }

  #send(): void {
    const due = Math.floor((performance.now() - this.#startedMs) / PACKET_MS);
    for (; this.#sent < due; this.#sent++) {
      const echo = this.#received.shift() ?? new Int16Array();
      const packet = Int16Array.from(
        { length: PACKET_SAMPLES },
        (_, at) => (echo[at] ?? 0) * this.#gain + (this.#words[at] ?? 0),
      );
      this.#words = this.#words.slice(PACKET_SAMPLES);
      this.#call.say(Buffer.from(encodeMuLaw(packet)).toString("base64"));
    }
  }

  hangUp(): void {
    clearInterval(this.#timer);
    this.#call.hangUp();
  }
}

const callWith = async (sid: string) =>
  (await client.json<Call[]>("GET", "/call")).body.find((call) => call.phoneCallProviderId === sid);

async function eventsOf<Type extends CallEventType>(id: string, type: Type): Promise<CallEventPayload<Type>[]> {
  const { body } = await client.json<CallEvent[]>("GET", `/call/${id}/event`);
  return body.filter((event) => event.type === type).map(({ payload }) => payload as CallEventPayload<Type>);
}

test.each([
  { gainDb: -20, delayMs: 100 },
  { gainDb: -30, delayMs: 300 },
  { gainDb: -42, delayMs: 60 },
])(
  "a telephone that returns our sound at $gainDb dB after $delayMs ms has no words, and its owner interrupts",
  { timeout: 240_000 },
  async ({ gainDb, delayMs }) => {
    const call = await fake.callIn("+14155550199");
    const phone = new SpeakerPhone(call, gainDb, delayMs);
    await expect.poll(async () => (await callWith(call.sid))?.status, PATIENCE).toBe("in-progress");
    const { id = "" } = (await callWith(call.sid)) ?? {};
    // The whole greeting, with nothing heard meanwhile.
    await expect.poll(() => eventsOf(id, "assistant.said"), PATIENCE).toHaveLength(1);
    expect(await eventsOf(id, "assistant.said")).toMatchObject([{ interrupted: false, text: GREETING }]);
    expect(await eventsOf(id, "user.said")).toEqual([]);

    const question = (await speechSample("What are your opening hours on Saturday?", "rms")).filter((_, at) => at % 2 === 0);
    phone.say(question);
    // The greeting, and the answer: words before it would belong to the question.
    const assistantStarts = async () => (await eventsOf(id, "speech.started")).filter(({ role }) => role === "assistant");
    await expect.poll(assistantStarts, PATIENCE).toHaveLength(2);
    phone.say((await speechSample("Stop. Thank you, that is all.", "rms")).filter((_, at) => at % 2 === 0));
    await expect.poll(() => eventsOf(id, "user.interrupted"), PATIENCE).toHaveLength(1);
    phone.hangUp();
    await expect.poll(async () => (await callWith(call.sid))?.status, PATIENCE).toBe("ended");
    const said = await eventsOf(id, "user.said");
    expect(said[0]?.text).toMatch(/opening hours on saturday/i);
    // No word of ours: the telephone's owner has said all of it.
    expect(said.map(({ text }) => text).join(" ")).not.toMatch(/riley|bakery|bread|morning|open from|anything else/i);
    expect(said.length).toBeLessThanOrEqual(3);
  },
);

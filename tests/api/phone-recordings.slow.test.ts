import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Assistant, Call, CallEvent, Credential, PhoneNumber } from "@callwright/contract";
import { encodeMuLaw } from "@callwright/engine";
import { afterEach, describe, expect, it } from "vitest";
import { startFakeTwilio } from "../../apps/server/src/modules/telephony/testing/fake-twilio.ts";
import type { FakeTwilioCall } from "../../apps/server/src/modules/telephony/testing/fake-twilio-call.ts";
import { missingForSip, OUR_NUMBER, openSipLab, PHONE_NUMBER } from "../../apps/server/src/modules/telephony/testing/sip-lab.ts";
import { startTestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { command } from "../harness/command.ts";
import { decodeChannel } from "../harness/recognise.ts";
import { scratchPath } from "../harness/scratch.ts";
import { shareInSound } from "../harness/sound-words.ts";
import { speechFile } from "../harness/speech.ts";

/** Generous: call hosts and voices share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 100 };
const GREETING = "Good morning. The clinic is closed on Monday and open again on Tuesday.";
const QUESTION = "Can you tell me whether the doctor has time for me in the afternoon?";
/** Of the words, in their order: a telephone takes the high tones from the voice, and the recognizer slips on a word. */
const AUDIBLE_SHARE = 0.7;
const ORIGIN = "https://voice.example.com";
const PACKET_BYTES = 160;
const PACKET_MS = 20;
const WAV_HEADER_BYTES = 44;

/** The recognized words are fixed, because the subject is the content of the recording. */
const ASSISTANT = {
  name: "Clinic",
  firstMessage: GREETING,
  firstMessageInterruptionsEnabled: false,
  transcriber: { provider: "callwright", model: "fake-instant", text: QUESTION },
};

/** A telephone that is in a call with this server. */
interface Telephone {
  say(file: string): Promise<void>;
  hangUp(): Promise<void>;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** 8 kHz, as telephones hear. */
async function questionFile(): Promise<string> {
  const file = scratchPath("question.wav");
  const spoken = await speechFile({ text: QUESTION, voice: "slt", tailSeconds: 60 });
  await command("sox", [spoken, "-r", "8000", file]);
  return file;
}

const newest = async (client: TestClient) => (await client.json<Call[]>("GET", "/call?limit=1")).body[0]?.id ?? "";

/** The greeting is heard, the question is asked, the telephone hangs up: the recording contains both, each on its side. */
async function expectWords(client: TestClient, callId: string, telephone: Telephone): Promise<void> {
  const events = async () => (await client.json<CallEvent[]>("GET", `/call/${callId}/event`)).body;
  const has = async (type: CallEvent["type"], role: "assistant" | "user") =>
    (await events()).some((event) => event.type === type && "role" in event.payload && event.payload.role === role);
  await expect.poll(() => has("speech.stopped", "assistant"), PATIENCE).toBe(true);
  await telephone.say(await questionFile());
  await expect.poll(() => has("speech.stopped", "user"), PATIENCE).toBe(true);
  await telephone.hangUp();
  const read = async () => (await client.json<Call>("GET", `/call/${callId}`)).body;
  await expect.poll(async () => (await read()).endedReason, PATIENCE).toBe("customer-ended-call");
  await expect.poll(async () => (await read()).artifact?.recordingUrl, PATIENCE).toBeDefined();
  const response = await fetch((await read()).artifact?.recordingUrl ?? "");
  const file = scratchPath("recording.wav");
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const [customer, assistant] = [await decodeChannel(file, 0), await decodeChannel(file, 1)];
  expect(await shareInSound(QUESTION, customer)).toBeGreaterThanOrEqual(AUDIBLE_SHARE);
  expect(await shareInSound(GREETING, assistant)).toBeGreaterThanOrEqual(AUDIBLE_SHARE);
}

const missing = missingForSip();

describe("the recording of a phone call has the words of both", { timeout: 300_000 }, () => {
  it.skipIf(missing)(missing ?? "of a call over a SIP trunk", async () => {
    const lab = await openSipLab();
    closing.push(() => lab.close());
    const server = await startTestServer({ config: { sip: lab.sip, allowPrivateAddresses: true } });
    closing.push(() => server.close());
    const client = await server.signUp();
    const { id: credentialId } = (await client.json<Credential>("POST", "/credential", lab.trunk)).body;
    const { id: assistantId } = (await client.json<Assistant>("POST", "/assistant", ASSISTANT)).body;
    await client.json("POST", "/phone-number", { provider: "byo-phone-number", number: OUR_NUMBER, credentialId, assistantId });
    expect(await lab.callUs()).toBe(true);
    await expectWords(client, await newest(client), {
      say: async (file) => void (await lab.phone.command("ausrc", `aufile,${file}`)),
      hangUp: async () => void (await lab.phone.command("hangup")),
    });
  });

  it("of a call over Twilio", async () => {
    let local = "";
    const reach = (url: string) => url.replace("voice.example.com", local).replace(/^(http|ws)s/, "$1");
    const fake = await startFakeTwilio({ phoneNumber: OUR_NUMBER, farEnds: {}, reach });
    closing.push(() => fake.close());
    const server = await startTestServer({ config: { nodeUrl: ORIGIN, twilioBaseUrl: fake.url } });
    closing.push(() => server.close());
    local = `127.0.0.1:${server.port}`;
    const client = await server.signUp();
    const { id: assistantId } = (await client.json<Assistant>("POST", "/assistant", ASSISTANT)).body;
    const { accountSid: twilioAccountSid, authToken: twilioAuthToken } = fake.account;
    const imported = { twilioPhoneNumber: OUR_NUMBER, twilioAccountSid, twilioAuthToken, assistantId };
    const { id } = (await client.json<PhoneNumber>("POST", "/phone-number/import/twilio", imported)).body;
    fake.number.voice_url = `${ORIGIN}/phone-number/${id}/twilio/voice`;
    fake.number.status_callback = `${ORIGIN}/phone-number/${id}/twilio/status`;
    const call = await fake.callIn(PHONE_NUMBER);
    const line = new OpenLine(call);
    closing.push(async () => line.close());
    await expectWords(client, await newest(client), {
      say: (file) => line.say(file),
      hangUp: async () => call.hangUp(),
    });
  });
});

/** A telephone sends all the time: words, or silence. */
class OpenLine {
  readonly #timer: NodeJS.Timeout;
  readonly #sentMs = performance.now();
  #packets = 0;
  #words = Buffer.alloc(0);

  constructor(call: FakeTwilioCall) {
    this.#timer = setInterval(() => {
      // A timer fires late on a busy machine. Sending all packets that are due keeps the sound in real time.
      for (const due = (performance.now() - this.#sentMs) / PACKET_MS; this.#packets < due; this.#packets++)
        call.say(this.#next());
    }, PACKET_MS);
  }

  #next(): string {
    const packet = Buffer.alloc(PACKET_BYTES, 0xff);
    this.#words.copy(packet, 0, 0, PACKET_BYTES);
    this.#words = this.#words.subarray(PACKET_BYTES);
    return packet.toString("base64");
  }

  async say(file: string): Promise<void> {
    const wav = await readFile(file);
    this.#words = Buffer.from(
      encodeMuLaw(new Int16Array(wav.buffer.slice(wav.byteOffset + WAV_HEADER_BYTES, wav.byteOffset + wav.length))),
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

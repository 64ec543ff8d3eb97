import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Assistant, Call, CallEvent, Credential, PhoneNumber, PhoneNumberSetup } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import {
  CARRIER_NUMBERS,
  missingForSip,
  OUR_NUMBER,
  openSipLab,
  PHONE_NUMBER,
  type SipLab,
} from "../../telephony/testing/sip-lab.ts";

/** Generous: call hosts and voices share two cores with other tests. */
const PATIENCE = { timeout: 60_000, interval: 100 };
const WAV_HEADER_BYTES = 44;
/** −34 dBFS: above hiss, below speech. */
const SPEECH_PEAK = 655;

const missing = missingForSip();

describe.skipIf(missing)(missing ?? "a phone call over a SIP trunk", { timeout: 300_000 }, () => {
  let lab: SipLab;
  let server: TestServer;
  let client: TestClient;
  let number: PhoneNumber;

  beforeAll(async () => {
    lab = await openSipLab();
    server = await startTestServer({ config: { sip: lab.sip, allowPrivateAddresses: true } });
    client = await server.signUp();
    const { id: credentialId } = (await client.json<Credential>("POST", "/credential", lab.trunk)).body;
    const assistant = { name: "Riley", firstMessage: "Hello. I have found your booking {{bookingId}} of this afternoon." };
    const { id: assistantId } = (await client.json<Assistant>("POST", "/assistant", assistant)).body;
    const created = { provider: "byo-phone-number", number: OUR_NUMBER, credentialId, assistantId };
    number = (await client.json<PhoneNumber>("POST", "/phone-number", created)).body;
  });
  afterAll(async () => {
    await server?.close();
    await lab?.close();
  });

  const read = async (id: string) => (await client.json<Call>("GET", `/call/${id}`)).body;
  const until = (id: string, expected: object) => expect.poll(() => read(id), PATIENCE).toMatchObject(expected);
  const events = async (id: string) => (await client.json<CallEvent[]>("GET", `/call/${id}/event`)).body;
  const dial = async (to: string) => {
    const body = { assistant: { firstMessage: "Good morning." }, phoneNumberId: number.id, customer: { number: to } };
    return (await client.json<Call>("POST", "/call", body)).body;
  };
  /** The phone calls, and is taken. */
  const callUs = async () => {
    expect(await lab.callUs()).toBe(true);
    const [newest] = (await client.json<Call[]>("GET", "/call?limit=1")).body;
    return newest as Call;
  };

  it("checks its number's setup", async () => {
    expect(number.warnings).toBeUndefined();
    const steps = async () => (await client.json<PhoneNumberSetup>("GET", `/phone-number/${number.id}/setup`)).body.steps;
    await expect.poll(steps, PATIENCE).toMatchObject([
      { id: "sipGateway", state: "ready" },
      { id: "sipProxy", state: "ready" },
      { id: "trunk", state: "ready" },
      { id: "answerer", state: "ready" },
    ]);
  });

  it("comes in: the caller hears the greeting with its header, presses keys and hangs up", async () => {
    const call = await callUs();
    expect(call).toMatchObject({ type: "inboundPhoneCall", customer: { number: PHONE_NUMBER }, phoneNumberId: number.id });
    await expect.poll(async () => (await read(call.id)).artifact?.transcript ?? "", PATIENCE).toContain("booking B 7");
    await expect.poll(() => loudSamples(lab.folder, "phone"), PATIENCE).toBeGreaterThan(1_000);
    const keys = async () => (await events(call.id)).flatMap((each) => (each.type === "key.pressed" ? [each.payload.key] : []));
    // A busy machine loses sound, and with it a pressed key.
    const pressed = async (key: string) => {
      await lab.press(key);
      return keys();
    };
    for (const key of "59#") await expect.poll(() => pressed(key), PATIENCE).toContain(key);
    expect([...new Set(await keys())]).toEqual(["5", "9", "#"]);
    await lab.phone.command("hangup");
    await until(call.id, { status: "ended", endedReason: "customer-ended-call" });
  });

  it("goes out to countries that an admin has chosen, whatever number is written for the trunk", async () => {
    const refused = { message: [expect.stringContaining("outboundCountries")] };
    expect(await dial(CARRIER_NUMBERS.answers)).toMatchObject(refused);
    await client.json("PATCH", `/org/${client.orgId}`, { outboundCountries: ["US"] });
  });

  it("does not go out by the trunk of another organization", async () => {
    const other = await server.signUp();
    await other.json("PATCH", `/org/${other.orgId}`, { outboundCountries: ["US"] });
    const outboundAuthenticationPlan = { authUsername: "trunk", authPassword: "made up" };
    const { id: credentialId } = (
      await other.json<Credential>("POST", "/credential", { ...lab.trunk, outboundAuthenticationPlan })
    ).body;
    const created = { provider: "byo-phone-number", number: OUR_NUMBER, credentialId };
    const { id: phoneNumberId } = (await other.json<PhoneNumber>("POST", "/phone-number", created)).body;
    const body = { assistant: {}, phoneNumberId, customer: { number: CARRIER_NUMBERS.answers } };
    const { id } = (await other.json<Call>("POST", "/call", body)).body;
    const ended = async () => (await other.json<Call>("GET", `/call/${id}`)).body;
    await expect.poll(ended, PATIENCE).toMatchObject({ status: "ended", endedMessage: expect.stringContaining("SIP_GATEWAYS") });
  });

  it("goes out: it is ended here, it is busy, and nobody has such a number", async () => {
    const { id } = await dial(CARRIER_NUMBERS.answers);
    await until(id, { status: "in-progress", phoneCallProviderId: expect.any(String), ringingAt: expect.any(String) });
    await expect.poll(() => loudSamples(lab.folder, "other"), PATIENCE).toBeGreaterThan(1_000);
    await client.json("POST", `/call/${id}/end`);
    await until(id, { status: "ended", endedReason: "manually-canceled" });
    await expect.poll(() => lab.other.isInCall(), PATIENCE).toBe(false);
    await until((await dial(CARRIER_NUMBERS["is busy"])).id, { endedReason: "customer-busy" });
    const wrong = (await dial(CARRIER_NUMBERS["does not exist"])).id;
    await until(wrong, {
      endedReason: "call.in-progress.error-sip-outbound-call-failed-to-connect",
      endedMessage: expect.stringContaining("does not exist"),
    });
  });

  it("dials an extension, each key once, on a telephone that hears no tones", async () => {
    const before = lab.other.events.length;
    const keys = () =>
      lab.other.events
        .slice(before)
        .filter(({ type }) => type === "CALL_DTMF_START")
        .map(({ param }) => param);
    const customer = { number: CARRIER_NUMBERS.answers, extension: "442#" };
    const body = { assistant: { firstMessage: "Good morning." }, phoneNumberId: number.id, customer };
    const { id } = (await client.json<Call>("POST", "/call", body)).body;
    await expect.poll(async () => (await read(id)).artifact?.transcript ?? "", PATIENCE).toContain("Good morning");
    await expect.poll(() => keys().length, PATIENCE).toBeGreaterThanOrEqual(4);
    expect(keys()).toEqual([..."442#"]);
    await client.json("POST", `/call/${id}/end`);
    await expect.poll(() => lab.other.isInCall(), PATIENCE).toBe(false);
  });

  it("rings for as long as the number or the call says", async () => {
    const body = { assistant: {}, phoneNumberId: number.id, customer: { number: CARRIER_NUMBERS.rings } };
    const unanswered = { endedReason: "customer-did-not-answer", phoneCallProviderId: expect.any(String) };
    const transport = { provider: "vapi.sip", dialTimeout: 1 };
    const own = (await client.json<Call>("POST", "/call", { ...body, transport })).body;
    await until(own.id, { ...unanswered, transport });
    await client.json("PATCH", `/phone-number/${number.id}`, { ringSeconds: 1 });
    await until((await client.json<Call>("POST", "/call", body)).body.id, unanswered);
    await client.json("PATCH", `/phone-number/${number.id}`, { ringSeconds: null });
    const refused = async (more: object) => (await client.json("POST", "/call", { ...body, ...more })).body;
    const schedulePlan = { earliestAt: new Date(Date.now() + 3_600_000).toISOString() };
    for (const more of [{ transport, schedulePlan }, { transport: { ...transport, callSid: "CA1" } }])
      expect(await refused(more)).toMatchObject({ statusCode: 400, message: [expect.stringContaining("transport")] });
  });

  it("goes out to SIP addresses at hosts that an admin has chosen, and to no number in disguise", async () => {
    const { ip, port } = lab.tlsGateway;
    const elsewhere = `sip:other@${ip}:${lab.trunk.gateways[0]?.port}`;
    const call = async (sipUri: string) => {
      const body = { assistant: { firstMessage: "Good morning." }, phoneNumberId: number.id, customer: { sipUri } };
      return (await client.json<Call>("POST", "/call", body)).body;
    };
    expect(await call(elsewhere)).toMatchObject({ message: [expect.stringContaining("outboundSipHosts")] });
    await client.json("PATCH", `/org/${client.orgId}`, { outboundSipHosts: [ip] });
    for (const [user, problem] of [
      ["+19005551234", "paid service"],
      ["+447911123456", "outboundCountries"],
      ["19005551234", "E.164"],
    ])
      expect(await call(`sip:${user}@${ip}`)).toMatchObject({ message: [expect.stringContaining(problem ?? "")] });
    // Through the trunk, and over TLS without it.
    for (const sipUri of [`sip:${CARRIER_NUMBERS.answers}@${ip}:${lab.trunk.gateways[0]?.port}`, `sips:guest@${ip}:${port}`]) {
      const { id } = await call(sipUri);
      await until(id, { status: "in-progress", customer: { sipUri } });
      expect(await lab.other.isInCall()).toBe(true);
      await client.json("POST", `/call/${id}/end`);
      await expect.poll(() => lab.other.isInCall(), PATIENCE).toBe(false);
    }
  });

  it("is transferred to a SIP address with headers, after the operator has heard a message", async () => {
    const sipUri = `sip:desk@${lab.tlsGateway.ip}:${lab.tlsGateway.port};transport=tls`;
    const transferPlan = { mode: "warm-transfer-say-message", message: "Here is a caller." };
    const destination = { type: "sip", sipUri, sipHeaders: { "X-Desk": "{{ customer.number }}" }, transferPlan };
    const hooks = [{ on: "call.ringing", do: [{ type: "transfer", destination }] }];
    await client.json("PATCH", `/phone-number/${number.id}`, { hooks });
    const { id } = await callUs();
    await until(id, { status: "forwarding", destination: { type: "sip", sipUri } });
    const states = async () => (await events(id)).flatMap((each) => (each.type === "transfer" ? [each.payload.state] : []));
    await expect.poll(states, PATIENCE).toEqual(["ringing", "briefing", "connected"]);
    expect(JSON.stringify([await events(id), await read(id)])).not.toContain("X-Desk");
    await lab.other.command("hangup");
    await until(id, { status: "ended", endedReason: "call.ringing.hook-executed-transfer" });
    await client.json("PATCH", `/phone-number/${number.id}`, { hooks: null });
  });

  it("is passed on by the trunk (REFER)", async () => {
    const destination = { type: "number", number: CARRIER_NUMBERS.answers };
    const hooks = [{ on: "call.ringing", do: [{ type: "transfer", destination }] }];
    await client.json("PATCH", `/phone-number/${number.id}`, { hooks });
    const { id } = await callUs();
    await until(id, { status: "ended", endedReason: "call.ringing.hook-executed-transfer", destination });
    expect(await lab.other.isInCall()).toBe(true);
    await lab.other.command("hangup");
    await expect.poll(() => lab.phone.isInCall(), PATIENCE).toBe(false);
    await client.json("PATCH", `/phone-number/${number.id}`, { hooks: null });
  });

  it("ends with a true reason when Janus dies", async () => {
    const { id } = await callUs();
    await until(id, { status: "in-progress" });
    lab.killJanus();
    await until(id, { status: "ended", endedReason: "phone-call-provider-closed-websocket" });
    expect((await read(id)).endedMessage).toContain("Janus");
    // Scheduled calls and campaigns retry after this refusal.
    const refused = await dial(CARRIER_NUMBERS.answers);
    expect(refused).toMatchObject({ statusCode: 503, message: expect.stringContaining("Janus") });
    await lab.phone.command("hangup");
    await lab.startJanus();
  });
});

/** Counts the loud samples in the recording of a phone. */
async function loudSamples(folder: string, phone: string): Promise<number> {
  const files = await readdir(path.join(folder, phone));
  const heard = await Promise.all(
    files.filter((name) => name.endsWith("-dec.wav")).map((name) => readFile(path.join(folder, phone, name))),
  );
  const samples = heard.flatMap((file) => [
    ...new Int16Array(file.buffer.slice(file.byteOffset + WAV_HEADER_BYTES, file.byteOffset + (file.length & ~1))),
  ]);
  return samples.filter((sample) => Math.abs(sample) > SPEECH_PEAK).length;
}

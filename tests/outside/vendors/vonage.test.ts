import { Applications } from "@vonage/applications";
import { Auth } from "@vonage/auth";
import { verifySignature } from "@vonage/jwt";
import { Numbers } from "@vonage/numbers";
import { type Action, AdvancedMachineDetectionMode, HttpMethod, MachineDetectionBehavior, Voice } from "@vonage/voice";
import { expect, test, vi } from "vitest";
import {
  dialTelling,
  FAR_ENDS,
  openVonageLine,
  PUBLIC_ORIGIN,
  type VonageUnderTest,
} from "../../../apps/server/src/modules/telephony/testing/carrier-lines.ts";
import { startFakeVonage } from "../../../apps/server/src/modules/telephony/testing/fake-vonage.ts";
import { idOfSigned } from "../../../apps/server/src/modules/telephony/vonage/vonage.ts";
import { type Relay, type Seen, startRelay } from "./harness/relay.ts";

const TO = "+14155550101";
const CALL = "0e3ad8ab-7ed2-4b1c-a3f7-0000000000aa";
const OPTIONS = { phoneNumber: "+14155550123", farEnds: { ...FAR_ENDS, [TO]: "rings" as const } };

const clientsAt = ({ account, url }: { account: VonageUnderTest["account"]; url: string }) => {
  const { apiKey, apiSecret, applicationId, privateKey } = account;
  const auth = new Auth({ apiKey, apiSecret, applicationId, privateKey });
  const hosts = { apiHost: url, restHost: url };
  return { voice: new Voice(auth, hosts), numbers: new Numbers(auth, hosts), applications: new Applications(auth, hosts) };
};

/** A relay between our line and the Vonage fake, which records the line's requests. */
async function openSeen(): Promise<{ tested: VonageUnderTest; relay: Relay }> {
  let tested: VonageUnderTest | undefined;
  const relay = await startRelay(() => tested?.fake.url ?? "");
  tested = await openVonageLine({ config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, vonageBaseUrl: relay.url } });
  return { tested, relay };
}

test("the client asks for a call, and for its end, as we do", async () => {
  const { tested, relay } = await openSeen();
  const { leg } = await dialTelling(tested, CALL, TO, { detectMachine: { provider: "twilio" } });
  await vi.waitFor(() => expect(tested.connected).toEqual([CALL]));
  leg.hangUp();
  await vi.waitFor(() => expect(tested.fake.calls[0]?.isOver).toBe(true));
  const ours = relay.seen.splice(0);
  const [placed] = ours as [Seen];
  const { event_url: eventUrl, ncco } = placed.body as { event_url: string[]; ncco: Action[] };
  const { voice } = clientsAt({ account: tested.account, url: relay.url });
  const { uuid } = await voice.createOutboundCall({
    to: [{ type: "phone", number: TO.slice(1) }],
    from: { type: "phone", number: tested.fake.number.msisdn },
    eventUrl,
    eventMethod: HttpMethod.POST,
    ringingTimer: 30,
    advancedMachineDetection: {
      behavior: MachineDetectionBehavior.CONTINUE,
      mode: AdvancedMachineDetectionMode.DEFAULT,
      beepTimeout: 45,
    },
    // The client sends them unchanged. Its type of a websocket has `contentType`, where Vonage's reference of NCCOs has `content-type`.
    ncco,
  });
  await voice.hangupCall(uuid);
  const asked = (seen: Seen[]) => seen.map(({ method, path, body }) => ({ method, path: path.replace(/[\w-]{36}/, "id"), body }));
  // Our line also ends a call that it does not know.
  expect(asked(relay.seen.slice(0, 2))).toEqual(asked(ours));
  await tested.close();
  await relay.close();
});

test("the clients talk to the fake", async () => {
  const fake = await startFakeVonage({ ...OPTIONS, reach: () => "http://127.0.0.1:9/" });
  const { voice, numbers, applications } = clientsAt(fake);
  const { uuid } = await voice.createOutboundCall({
    to: [{ type: "phone", number: TO.slice(1) }],
    from: { type: "phone", number: fake.number.msisdn },
    ncco: [],
    eventUrl: ["https://voice.example.com/events"],
    ringingTimer: 30,
  });
  expect(uuid).toBe(fake.calls[0]?.id);
  await voice.hangupCall(uuid);
  expect(fake.calls[0]?.isOver).toBe(true);
  expect((await voice.getCallsPage({ pageSize: 1 })).count).toBe(0);
  const owned = await numbers.getOwnedNumbers({ pattern: fake.number.msisdn });
  expect(owned.numbers).toMatchObject([{ msisdn: fake.number.msisdn }]);
  await numbers.updateNumber({ country: "US", msisdn: fake.number.msisdn, applicationId: fake.application.id });
  expect(fake.number.app_id).toBe(fake.application.id);
  const application = await applications.getApplication(fake.application.id);
  expect(application).toMatchObject({ id: fake.application.id, name: "My voice" });
  await applications.updateApplication({ ...application, name: "Renamed" });
  expect(fake.application.name).toBe("Renamed");
  await fake.close();
});

test("the client accepts what the fake signs, and refuses another secret, as we do", async () => {
  const relay = await startRelay(() => fake.url);
  const fake = await startFakeVonage({ ...OPTIONS, reach: () => relay.url });
  await fake.post("https://voice.example.com/answer", { uuid: "1" });
  await fake.post("https://voice.example.com/answer", { uuid: "1" }, { secret: "another" });
  const verdicts = relay.seen.map(async ({ headers, text }) => {
    const authorization = String(headers.authorization);
    const ours = await idOfSigned(fake.account, { body: text, authorization, now: new Date() });
    return [verifySignature(authorization.replace("Bearer ", ""), fake.account.signatureSecret), ours !== undefined];
  });
  expect(await Promise.all(verdicts)).toEqual([
    [true, true],
    [false, false],
  ]);
  await fake.close();
  await relay.close();
});

import type { PhoneNumber } from "@callwright/contract";
import type { CarrierInput } from "@callwright/engine";
import { createLogger } from "../../../platform/config/logger.ts";
import { newApp } from "../../../platform/http/app.ts";
import { openPort } from "../../../platform/http/open-port.ts";
import { CarrierLine, type CarrierLineOptions } from "../carrier/carrier-line.ts";
import type { CarrierSpec } from "../carrier/carrier-spec.ts";
import type { CarrierTexts, DialRequest, PhoneLine } from "../phone-line.ts";
import { telnyx } from "../telnyx/telnyx.ts";
import { twilio } from "../twilio/twilio.ts";
import { vonage } from "../vonage/vonage.ts";
import type { FakeCarrierOptions, FarEnd } from "./fake-carrier.ts";
import { type FakeTelnyx, startFakeTelnyx } from "./fake-telnyx.ts";
import { type FakeTwilio, startFakeTwilio } from "./fake-twilio.ts";
import { type FakeVonage, startFakeVonage } from "./fake-vonage.ts";
import { idleMedia } from "./idle-media.ts";

/** The server's origin for carriers. */
export const PUBLIC_ORIGIN = "https://voice.example.com";

/** The behavior of called telephones. */
export const FAR_ENDS: Readonly<Record<string, FarEnd>> = {
  "+14155550101": "is picked up",
  "+14155550103": "is busy",
  "+14155550104": "never answers",
  "+14155550105": "declines",
  "+14155550107": "does not exist",
};

/** The id of the organization and of its number. */
const ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";
const NUMBER = "+14155550123";
const hooksOf = (carrier: string) => `${PUBLIC_ORIGIN}/phone-number/${ORG}/${carrier}`;

interface Fake {
  url: string;
  account: object;
  close(): Promise<void>;
}

/** A line of a carrier with its webhooks on a port of its own, and the carrier beside it. */
interface CarrierUnderTest<Started extends Fake, Line = CarrierLine> {
  line: Line;
  fake: Started;
  number: PhoneNumber & { number: string };
  /** The server's data of the account. */
  account: Started["account"];
  /** The server's address in this network, given its public one. */
  reach(url: string): string;
  /** The lines of the log. */
  log: string[];
  /** Ids of calls whose sound is connected, in order. */
  connected: string[];
  close(): Promise<void>;
}

export type TelnyxUnderTest = CarrierUnderTest<FakeTelnyx>;
export type TwilioUnderTest = CarrierUnderTest<FakeTwilio, CarrierLine & { texts: CarrierTexts }>;
export type VonageUnderTest = CarrierUnderTest<FakeVonage>;

/** `fields`: of the number. */
async function openCarrierLine<Started extends Fake>(
  spec: CarrierSpec,
  startFake: (options: FakeCarrierOptions) => Promise<Started>,
  fields: (fake: Started) => object,
  more: Partial<CarrierLineOptions>,
): Promise<CarrierUnderTest<Started>> {
  const log: string[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line) => void log.push(line) });
  const port = await openPort({ host: "127.0.0.1", port: 0 }, logger);
  const used = new Set<string>();
  const reach = (url: string) => url.replace("voice.example.com", `127.0.0.1:${port.number}`).replace(/^(http|ws)s/, "$1");
  const fake = await startFake({ phoneNumber: NUMBER, farEnds: FAR_ENDS, reach });
  const common = { id: ORG, orgId: ORG, provider: spec.id, number: NUMBER, createdAt: "", updatedAt: "" };
  const number = { ...common, ...fields(fake) } as PhoneNumber & { number: string };
  const account: Started["account"] = { ...fake.account };
  const line = new CarrierLine(spec, {
    reach,
    log: logger,
    now: () => new Date(),
    limits: { admit: async () => {} },
    textLimits: { admit: async () => {} },
    isFirstUse: async (_orgId, name) => !used.has(name) && used.add(name).has(name),
    config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, [`${spec.id}BaseUrl`]: fake.url },
    numberOf: async (id) => (id === ORG ? { orgId: ORG, number, account } : undefined),
    ...more,
  });
  const app = newApp();
  line.webhooks(app);
  port.serve(app);
  port.onUpgrade((request, socket, head) => line.streams.accept(request, socket, head));
  return {
    line,
    fake,
    number,
    account,
    reach,
    log,
    connected: watchSound(line),
    async close() {
      await line.close();
      await fake.close();
      await port.close();
    },
  };
}

/** A Telnyx that sends the number's calls to the line. */
export async function openTelnyxLine(more: Partial<CarrierLineOptions> = {}): Promise<TelnyxUnderTest> {
  const tested = await openCarrierLine(telnyx, startFakeTelnyx, () => ({ credentialId: ORG }), more);
  const { applications, number } = tested.fake;
  const application = applications.get(number.connection_id);
  if (application) application.webhook_event_url = `${hooksOf("telnyx")}/events`;
  return tested;
}

/** A Twilio that sends the number's calls to the line. */
export async function openTwilioLine(more: Partial<CarrierLineOptions> = {}): Promise<TwilioUnderTest> {
  const fields = ({ account }: { account: { accountSid: string } }) => ({
    twilioAccountSid: account.accountSid,
    storedSecrets: ["twilioAuthToken"],
  });
  const tested = await openCarrierLine(twilio, startFakeTwilio, fields, more);
  tested.fake.number.voice_url = `${hooksOf("twilio")}/voice`;
  tested.fake.number.status_callback = `${hooksOf("twilio")}/status`;
  return { ...tested, line: tested.line as CarrierLine & { texts: CarrierTexts } };
}

/** The addresses that receive the number's calls. */
export const VONAGE_HOOKS = hooksOf("vonage");

/** A Vonage that sends the number's calls to the line. */
export async function openVonageLine(more: Partial<CarrierLineOptions> = {}): Promise<VonageUnderTest> {
  const tested = await openCarrierLine(vonage, startFakeVonage, () => ({ credentialId: ORG }), more);
  bringHere(tested.fake, VONAGE_HOOKS);
  return tested;
}

/** As **Setup** does. */
export function bringHere({ application, number }: FakeVonage, hooks: string): void {
  const posted = (name: string) => ({ address: `${hooks}/${name}`, http_method: "POST" });
  number.app_id = application.id;
  Object.assign(application.capabilities.voice, {
    webhooks: { answer_url: posted("answer"), event_url: posted("events") },
    signed_callbacks: true,
  });
}

interface Dialing {
  line: PhoneLine & { settled(): Promise<void> };
  number: PhoneNumber;
  fake: { pass(ms: number): Promise<void> };
}

/** Dials. `told` collects the leg's reports, `inputs` the telephone's sound and keys. */
export async function dialTelling(
  { line, number, fake }: Dialing,
  callId: string,
  to: string,
  more: Partial<Pick<DialRequest, "detectMachine">> = {},
) {
  const told: unknown[] = [];
  const inputs: CarrierInput[] = [];
  let say: (sound: string) => void = () => {};
  const leg = line.dial({
    orgId: number.orgId,
    from: number,
    to,
    callerName: undefined,
    ringSeconds: 30,
    ...more,
    media: {
      ...idleMedia(callId),
      connect: (onSound) => {
        say = onSound;
        return (input) => inputs.push(input);
      },
    },
  });
  leg.listen({
    onNamed: (id) => told.push(id),
    onRinging: () => {},
    onAnsweredBy: (who) => told.push(who),
    onEnded: (...end) => told.push(end),
  });
  await line.settled();
  await fake.pass(0);
  return { leg, told, inputs, say: (sound: string) => say(sound) };
}

/** Ids of calls whose sound is connected, in order. */
function watchSound(line: PhoneLine): string[] {
  const connected: string[] = [];
  const dial = line.dial.bind(line);
  line.dial = (request) =>
    dial({
      ...request,
      media: {
        ...request.media,
        connect: (onSound) => {
          connected.push(request.media.callId);
          return request.media.connect(onSound);
        },
      },
    });
  return connected;
}

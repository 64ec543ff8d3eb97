import type { PhoneSetupStep } from "@callwright/contract";
import type {
  IncomingPhoneNumberContextUpdateOptions,
  IncomingPhoneNumberInstance,
} from "twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js";
import type { CarrierSetup } from "../phone-line.ts";
import { twilioAddresses, unreachableFor } from "./twilio-addresses.ts";
import { openTwilio, twilioFailure } from "./twilio-client.ts";
import type { TwilioLineOptions } from "./twilio-line.ts";
import type { TwilioNumber } from "./twilio-number.ts";

type Options = Pick<TwilioLineOptions, "config" | "numberOf"> & {
  /** Does a stream that begins in the internet arrive at this server? */
  probe(url: string): Promise<boolean>;
};

/** What a number had at Twilio before it came here, in Twilio's words. */
const KEPT_FIELDS = [
  "voiceUrl",
  "voiceMethod",
  "statusCallback",
  "statusCallbackMethod",
  "voiceApplicationSid",
  "trunkSid",
] as const;
const NO_TOKEN = "Set the auth token (twilioAuthToken). Twilio signs with it what it sends, so an API key alone is not enough.";

/** Sets a number of Twilio up: its checks, and what brings its calls here. */
export function createTwilioSetup({ config, numberOf, probe }: Options): CarrierSetup {
  const addressesOf = (id: string) => twilioAddresses(config.publicUrl ?? "", id);

  async function find({ account, number }: TwilioNumber): Promise<IncomingPhoneNumberInstance | undefined> {
    const client = await openTwilio(account, config.twilioBaseUrl);
    const [found] = await client.incomingPhoneNumbers.list({ phoneNumber: number.number, limit: 1 });
    return found;
  }

  /** By its id: the client cannot change an entry of a list. */
  async function change({ account }: TwilioNumber, sid: string, fields: IncomingPhoneNumberContextUpdateOptions): Promise<void> {
    const client = await openTwilio(account, config.twilioBaseUrl);
    await client.incomingPhoneNumbers(sid).update(fields);
  }

  async function checkAddress(id: string): Promise<PhoneSetupStep[]> {
    const problem = unreachableFor(config.publicUrl);
    if (problem !== undefined) return [failed("publicAddress", problem), { id: "reachable", state: "open" }];
    const { stream } = addressesOf(id);
    const unreached = `A websocket to ${stream} does not arrive here. Let the proxy in front of this server pass websockets on.`;
    return [
      ready("publicAddress", config.publicUrl),
      (await probe(stream)) ? ready("reachable") : failed("reachable", unreached),
    ];
  }

  async function checkAccount(number: TwilioNumber): Promise<PhoneSetupStep[]> {
    const open = (...ids: PhoneSetupStep["id"][]) => ids.map((id): PhoneSetupStep => ({ id, state: "open" }));
    try {
      const client = await openTwilio(number.account, config.twilioBaseUrl);
      const account = await client.api.v2010.accounts(number.account.accountSid).fetch();
      if (account.status !== "active")
        return [failed("keys", `The account is ${account.status}.`), ...open("owned", "answersHere")];
      const trial =
        account.type === "Trial" ? "A trial account calls verified numbers only, and may not stream sound." : undefined;
      return [ready("keys", trial), ...checkNumber(number, await find(number))];
    } catch (error) {
      return [failed("keys", saidBy(error)), ...open("owned", "answersHere")];
    }
  }

  function checkNumber({ number }: TwilioNumber, found: IncomingPhoneNumberInstance | undefined): PhoneSetupStep[] {
    const isThere =
      found && (found.capabilities.voice ? ready("owned") : failed("owned", "The number cannot make or take calls."));
    if (!found || !isThere)
      return [failed("owned", `The account has no number ${number.number}.`), { id: "answersHere", state: "open" }];
    return [isThere, answersHere(found, addressesOf(number.id).voice)];
  }

  return {
    async check(id) {
      const [number, ofAddress] = await Promise.all([numberOf(id), checkAddress(id)]);
      const ofAccount: PhoneSetupStep[] = number
        ? await checkAccount(number)
        : [failed("keys", NO_TOKEN), { id: "owned", state: "open" }, { id: "answersHere", state: "open" }];
      return [...ofAddress, ...ofAccount];
    },

    async connect(id) {
      const number = await numberOf(id);
      const problem = number ? unreachableFor(config.publicUrl) : NO_TOKEN;
      if (!number || problem !== undefined) return { problem: problem ?? "" };
      const { voice, status } = addressesOf(id);
      try {
        const found = await find(number);
        if (!found) return { problem: `The account has no number ${number.number.number}.` };
        if (answersHere(found, voice).state === "ready") return {};
        const before = Object.fromEntries(KEPT_FIELDS.map((field) => [field, found[field] ?? ""]));
        await change(number, found.sid, {
          ...{ voiceUrl: voice, voiceMethod: "POST", statusCallback: status, statusCallbackMethod: "POST" },
          // These would take the voice URL's place.
          ...{ ...(found.voiceApplicationSid && { voiceApplicationSid: "" }), ...(found.trunkSid && { trunkSid: "" }) },
        });
        return { before };
      } catch (error) {
        return { problem: saidBy(error) };
      }
    },

    async giveBack(id, before = { voiceUrl: "", statusCallback: "" }) {
      const number = await numberOf(id);
      if (!number) return undefined;
      try {
        const found = await find(number);
        if (found?.voiceUrl !== addressesOf(id).voice) return undefined;
        await change(
          number,
          found.sid,
          Object.fromEntries(Object.entries(before).filter(([field, was]) => was !== (found[field as "voiceUrl"] ?? ""))),
        );
        return undefined;
      } catch (error) {
        return `Twilio still sends the calls of ${number.number.number} to this server. Change its voice URL in Twilio's console. ${saidBy(error)}`;
      }
    },
  };
}

function answersHere(found: IncomingPhoneNumberInstance, voice: string): PhoneSetupStep {
  if (found.trunkSid) return failed("answersHere", "The number's calls go to a SIP trunk of Twilio.");
  if (found.voiceApplicationSid) return failed("answersHere", "The number's calls go to an application of Twilio.");
  if (found.voiceUrl === voice && found.voiceMethod === "POST") return ready("answersHere");
  return failed(
    "answersHere",
    found.voiceUrl ? `The number's calls go to ${originOf(found.voiceUrl)}.` : "The number's calls go nowhere.",
  );
}

/** What Twilio says. Throws what is not its doing. */
function saidBy(error: unknown): string {
  const { message, cause } = twilioFailure(error);
  if (cause !== undefined) throw cause;
  return message;
}

/** An address may have secrets in its path. */
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : "another address");

const ready = (id: PhoneSetupStep["id"], message?: string): PhoneSetupStep => ({
  ...{ id, state: "ready" },
  ...(message !== undefined && { message }),
});

const failed = (id: PhoneSetupStep["id"], message: string): PhoneSetupStep => ({ id, state: "failed", message });

import type { PhoneSetupStep } from "@callwright/contract";
import type {
  IncomingPhoneNumberContextUpdateOptions,
  IncomingPhoneNumberInstance,
} from "twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js";
import { checkAddress, isOurs, originOf, unreachableServer } from "../carrier/carrier-addresses.ts";
import { failed, open, ready } from "../carrier/setup-steps.ts";
import type { CarrierSetup } from "../phone-line.ts";
import { twilioAddresses } from "./twilio-addresses.ts";
import { openTwilio, twilioFailure } from "./twilio-client.ts";
import type { TwilioLineOptions } from "./twilio-line.ts";
import type { TwilioNumber } from "./twilio-number.ts";

type Options = Pick<TwilioLineOptions, "config" | "numberOf"> & {
  /** Does a stream that begins in the internet arrive at this server? */
  probe(url: string): Promise<boolean>;
};

/** What a number had at Twilio before it came here, in Twilio's words. The first of each list says where it leads. */
const CALL_FIELDS = [
  "voiceUrl",
  "voiceMethod",
  "statusCallback",
  "statusCallbackMethod",
  "voiceApplicationSid",
  "trunkSid",
] as const;
const TEXT_FIELDS = ["smsUrl", "smsMethod", "smsApplicationSid"] as const;
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

  async function checkAccount(number: TwilioNumber): Promise<PhoneSetupStep[]> {
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
    if (!found || !isThere) return [failed("owned", `The account has no number ${number.number}.`), ...open("answersHere")];
    const addresses = addressesOf(number.id);
    const texts = wantsTexts(number, found) ? [textsHere(found, addresses)] : [];
    return [isThere, answersHere(found, addresses), ...texts];
  }

  return {
    async check(id) {
      const { stream } = twilioAddresses(config.nodeUrl ?? "", id);
      const [number, ofAddress] = await Promise.all([numberOf(id), checkAddress("Twilio", config, stream, probe)]);
      const ofAccount: PhoneSetupStep[] = number
        ? await checkAccount(number)
        : [failed("keys", NO_TOKEN), ...open("owned", "answersHere")];
      return [...ofAddress, ...ofAccount];
    },

    async connect(id) {
      const number = await numberOf(id);
      const problem = number ? unreachableServer("Twilio", config) : NO_TOKEN;
      if (!number || problem !== undefined) return { problem: problem ?? "" };
      const addresses = addressesOf(id);
      const { voice, status, sms } = addresses;
      try {
        const found = await find(number);
        if (!found) return { problem: `The account has no number ${number.number.number}.` };
        const bringsCalls = answersHere(found, addresses).state === "failed";
        const bringsTexts = wantsTexts(number.number, found) && textsHere(found, addresses).state === "failed";
        if (!bringsCalls && !bringsTexts) return {};
        const had = (fields: readonly (keyof typeof found)[]) => fields.map((field) => [field, found[field] ?? ""]);
        // After a change of PUBLIC_URL the number still has an address of this server; what it had before that stays remembered.
        const before = Object.fromEntries([
          ...(bringsCalls && !isOurs(found.voiceUrl, voice) ? had(CALL_FIELDS) : []),
          ...(bringsTexts && !isOurs(found.smsUrl, sms) ? had(TEXT_FIELDS) : []),
        ]);
        await change(number, found.sid, {
          ...(bringsCalls && {
            voiceUrl: voice,
            voiceMethod: "POST",
            statusCallback: status,
            statusCallbackMethod: "POST",
            // These would take the voice URL's place.
            ...(found.voiceApplicationSid && { voiceApplicationSid: "" }),
            ...(found.trunkSid && { trunkSid: "" }),
          }),
          ...(bringsTexts && { smsUrl: sms, smsMethod: "POST", ...(found.smsApplicationSid && { smsApplicationSid: "" }) }),
        });
        return Object.keys(before).length > 0 ? { before } : {};
      } catch (error) {
        return { problem: saidBy(error) };
      }
    },

    async giveBack(id, before) {
      const number = await numberOf(id);
      if (!number) return undefined;
      try {
        const found = await find(number);
        const { voice, status, sms } = addressesOf(id);
        if (!found) return undefined;
        const kept = { voiceUrl: "", smsUrl: "", ...(isOurs(found.statusCallback, status) && { statusCallback: "" }), ...before };
        // What leads elsewhere by now stays.
        const ours = [
          ...(isOurs(found.voiceUrl, voice) ? CALL_FIELDS : []),
          ...(isOurs(found.smsUrl, sms) ? TEXT_FIELDS : []),
        ] as const;
        const changed = Object.entries(kept).filter(
          ([field, was]) => ours.some((each) => each === field) && was !== (found[field as "voiceUrl"] ?? ""),
        );
        if (changed.length > 0) await change(number, found.sid, Object.fromEntries(changed));
        return undefined;
      } catch (error) {
        return `Twilio still sends the calls of ${number.number.number} to this server. Change its voice URL in Twilio's console. ${saidBy(error)}`;
      }
    },
  };
}

/** Text messages are on unless they are switched off, and unless the number cannot get any. */
const wantsTexts = ({ smsEnabled = true }: TwilioNumber["number"], { capabilities }: IncomingPhoneNumberInstance) =>
  smsEnabled && capabilities.sms;

function textsHere(found: IncomingPhoneNumberInstance, { sms }: { sms: string }): PhoneSetupStep {
  if (found.smsApplicationSid) return failed("textsHere", "The number's text messages go to an application of Twilio.");
  if (found.smsUrl === sms && found.smsMethod === "POST") return ready("textsHere");
  return failed(
    "textsHere",
    found.smsUrl ? `The number's text messages go to ${originOf(found.smsUrl)}.` : "The number's text messages go nowhere.",
  );
}

function answersHere(found: IncomingPhoneNumberInstance, { voice, status }: { voice: string; status: string }): PhoneSetupStep {
  if (found.trunkSid) return failed("answersHere", "The number's calls go to a SIP trunk of Twilio.");
  if (found.voiceApplicationSid) return failed("answersHere", "The number's calls go to an application of Twilio.");
  if (found.voiceUrl === voice && found.voiceMethod === "POST")
    return found.statusCallback === status
      ? ready("answersHere")
      : failed("answersHere", "Twilio does not report here how the number's calls end.");
  return failed(
    "answersHere",
    found.voiceUrl ? `The number's calls go to ${originOf(found.voiceUrl)}.` : "The number's calls go nowhere.",
  );
}

/** Twilio's error as a sentence. Throws errors that did not come from Twilio. */
function saidBy(error: unknown): string {
  const { message, cause } = twilioFailure(error);
  if (cause !== undefined) throw cause;
  return message;
}

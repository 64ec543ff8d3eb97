import type { PhoneSetupStep } from "@callwright/contract";
import type { Twilio } from "twilio";
import type { IncomingPhoneNumberInstance } from "twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js";
import { isOurs } from "../carrier/carrier-addresses.ts";
import { CarrierProblem } from "../carrier/carrier-request.ts";
import { elsewhere, failed, ready } from "../carrier/carrier-setup.ts";
import type { CarrierNumber, CarrierSetupSpec } from "../carrier/carrier-spec.ts";
import type { TwilioAccount } from "./twilio-client.ts";

/** A number's earlier settings at Twilio, with Twilio's names. The first of each list has the address. */
const CALL_FIELDS = [
  "voiceUrl",
  "voiceMethod",
  "statusCallback",
  "statusCallbackMethod",
  "voiceApplicationSid",
  "trunkSid",
] as const;
const TEXT_FIELDS = ["smsUrl", "smsMethod", "smsApplicationSid"] as const;

/** The number's own URLs direct its calls and texts here. */
export const twilioSetup: CarrierSetupSpec<TwilioAccount, Twilio, IncomingPhoneNumberInstance | undefined> = {
  laterSteps: ["answersHere"],
  byHand: "Change its voice URL in Twilio's console.",

  async checkKeys(client, { accountSid }) {
    const account = await client.api.v2010.accounts(accountSid).fetch();
    if (account.status !== "active") throw new CarrierProblem(`The account is ${account.status}.`);
    return account.type === "Trial" ? "A trial account calls verified numbers only, and may not stream sound." : undefined;
  },

  async find(client, { number }) {
    const [found] = await client.incomingPhoneNumbers.list({ phoneNumber: number.number, limit: 1 });
    return found;
  },

  check(found, { number }, hook) {
    if (!found) return undefined;
    const owned = found.capabilities.voice ? ready("owned") : failed("owned", "The number cannot make or take calls.");
    const texts = wantsTexts(number, found) ? [textsHere(found, hook("sms"))] : [];
    return [owned, answersHere(found, hook("voice"), hook("status")), ...texts];
  },

  async connect(client, found, _number, { calls, texts, hook }) {
    if (!found) return undefined;
    const had = (fields: readonly (keyof typeof found)[]) => fields.map((field) => [field, found[field] ?? ""]);
    // After a change of PUBLIC_URL, the number still has an address of this server; the settings from before the first connection stay stored.
    const before = Object.fromEntries([
      ...(calls && !isOurs(found.voiceUrl, hook("voice")) ? had(CALL_FIELDS) : []),
      ...(texts && !isOurs(found.smsUrl, hook("sms")) ? had(TEXT_FIELDS) : []),
    ]);
    // Updated by its id, because the client cannot change an entry of a list.
    await client.incomingPhoneNumbers(found.sid).update({
      ...(calls && {
        voiceUrl: hook("voice"),
        voiceMethod: "POST",
        statusCallback: hook("status"),
        statusCallbackMethod: "POST",
        // These settings would override the voice URL.
        ...(found.voiceApplicationSid && { voiceApplicationSid: "" }),
        ...(found.trunkSid && { trunkSid: "" }),
      }),
      ...(texts && { smsUrl: hook("sms"), smsMethod: "POST", ...(found.smsApplicationSid && { smsApplicationSid: "" }) }),
    });
    return Object.keys(before).length > 0 ? before : undefined;
  },

  async giveBack(client, found, _number, { before, hook }) {
    if (!found) return;
    const isReported = isOurs(found.statusCallback, hook("status"));
    const kept = { voiceUrl: "", smsUrl: "", ...(isReported && { statusCallback: "" }), ...before };
    const ours: readonly string[] = [
      ...(isOurs(found.voiceUrl, hook("voice")) ? CALL_FIELDS : []),
      ...(isOurs(found.smsUrl, hook("sms")) ? TEXT_FIELDS : []),
    ];
    const changed = Object.entries(kept).filter(
      ([field, was]) => ours.includes(field) && was !== (found[field as "voiceUrl"] ?? ""),
    );
    if (changed.length > 0) await client.incomingPhoneNumbers(found.sid).update(Object.fromEntries(changed));
  },
};

/** Text messages are on unless they are switched off, and unless the number cannot get any. */
const wantsTexts = ({ smsEnabled }: CarrierNumber["number"], { capabilities }: IncomingPhoneNumberInstance) =>
  smsEnabled !== false && capabilities.sms;

function textsHere(found: IncomingPhoneNumberInstance, sms: string): PhoneSetupStep {
  if (found.smsApplicationSid) return failed("textsHere", "The number's text messages go to an application of Twilio.");
  if (found.smsUrl === sms && found.smsMethod === "POST") return ready("textsHere");
  return elsewhere("textsHere", "The number's text messages", found.smsUrl);
}

function answersHere(found: IncomingPhoneNumberInstance, voice: string, status: string): PhoneSetupStep {
  if (found.trunkSid) return failed("answersHere", "The number's calls go to a SIP trunk of Twilio.");
  if (found.voiceApplicationSid) return failed("answersHere", "The number's calls go to an application of Twilio.");
  if (found.voiceUrl === voice && found.voiceMethod === "POST")
    return found.statusCallback === status
      ? ready("answersHere")
      : failed("answersHere", "Twilio does not report here how the number's calls end.");
  return elsewhere("answersHere", "The number's calls", found.voiceUrl);
}

import { PlatformError } from "@callwright/contract";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import type { CarrierTexts, PhoneLine } from "../phone-line.ts";
import { openTwilio, twilioFailure } from "./twilio-client.ts";
import type { TwilioForm, TwilioLineOptions } from "./twilio-line.ts";

type Options = Pick<TwilioLineOptions, "config" | "log" | "numberOf"> & { limits: Pick<PhoneLine, "admit"> };

/** Of one message at Twilio. Longer texts are sent as several. */
const TEXT_MAX_CHARACTERS = 1_600;

/** Words that Twilio answers by itself: it stops messages to this person, starts them again, or says who writes. */
const TWILIOS_WORDS: ReadonlySet<string> = new Set([
  ...["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"],
  ...["START", "UNSTOP", "HELP", "INFO"],
]);

/** Text messages of Twilio's numbers, by its REST API. */
export function createTwilioTexts({ config, log, numberOf, limits }: Options): CarrierTexts {
  return {
    problemOf: ({ storedSecrets }) =>
      storedSecrets?.includes("twilioAuthToken") ? undefined : "twilioAuthToken of the phone number is required",

    requireAllowed: (orgId, from, to) => limits.admit(orgId, from, to, true),

    async send({ orgId, from, to, text }) {
      const found = await numberOf(from.id);
      if (!found) throw new PlatformError("provider-refused", { reason: "The number was removed." });
      const client = await openTwilio(found.account, config.twilioBaseUrl);
      for (const body of textParts(text)) {
        await limits.admit(orgId, from, to);
        try {
          await client.messages.create({ to, from: found.number.number, body });
        } catch (error) {
          const { message, code, cause } = twilioFailure(error);
          log.warn(
            { numberId: from.id, code, ...(cause !== undefined && { err: loggableCause(cause) }) },
            "Twilio did not take a text message",
          );
          throw new PlatformError(code === undefined ? "provider-failed" : "provider-refused", { reason: message });
        }
      }
    },
  };
}

/** The text in parts that Twilio takes, each of whole words where it can be. */
export function textParts(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > TEXT_MAX_CHARACTERS) {
    const space = rest.slice(0, TEXT_MAX_CHARACTERS + 1).search(/\s\S*$/);
    const end = space > 0 ? space : TEXT_MAX_CHARACTERS;
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** What a person has written. Undefined: nothing that an assistant should answer. */
export function readText({ Body: body = "", NumMedia: media = "0", OptOutType: optOut }: TwilioForm): string | undefined {
  const text = body.trim();
  if (optOut !== undefined || TWILIOS_WORDS.has(text.toUpperCase())) return undefined;
  const files = Number(media) > 0 ? `(The message has ${media} attachments, which cannot be read.)` : "";
  const whole = [text, files].filter((part) => part !== "").join("\n");
  return whole === "" ? undefined : whole;
}

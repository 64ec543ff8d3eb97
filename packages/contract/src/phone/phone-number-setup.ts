import { z } from "zod";
import { describeRoutes } from "../wire/noun.ts";
import { PhoneNumber } from "./phone-number.ts";
import { phoneNumberNoun } from "./phone-number-noun.ts";

/** The setup steps of a carrier's number, in order. */
export const PHONE_SETUP_STEPS = [
  "publicAddress",
  "reachable",
  "keys",
  "owned",
  "answersHere",
  "textsHere",
  "callsOut",
  "sipGateway",
  "sipProxy",
  "trunk",
  "trunkRegistration",
  "answerer",
] as const;

/** `ready`: done. `failed`: the message says what to change. `open`: an earlier step is missing. */
export const PHONE_SETUP_STATES = ["ready", "failed", "open"] as const;

/** What of a phone number works. Callwright only. */
export const PhoneNumberSetup = z.object({
  steps: z.array(z.object({ id: z.enum(PHONE_SETUP_STEPS), state: z.enum(PHONE_SETUP_STATES), message: z.string().optional() })),
  /** Whether this server can set up the number at the carrier, so that its calls come here. */
  mayConnect: z.boolean(),
});
export type PhoneNumberSetup = z.infer<typeof PhoneNumberSetup>;
export type PhoneSetupStep = PhoneNumberSetup["steps"][number];

export const phoneNumberSetupRoutes = describeRoutes(phoneNumberNoun.addresses, {
  getPhoneNumberSetup: {
    role: "editor",
    response: PhoneNumberSetup,
    summary: "Check with its carrier whether a phone number works",
  },
  connectPhoneNumber: {
    response: PhoneNumber,
    summary: "Let the carrier bring a number's calls to this server",
  },
});

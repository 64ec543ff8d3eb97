import { z } from "zod";
import { PhoneDestination } from "../tool/transfer-destination.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { KindPatch } from "../wire/patch-of.ts";
import { pageOf, resourceRoutes } from "../wire/resource-routes.ts";
import { Secret, secretPathsOf } from "../wire/secret.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { PhoneNumberHook } from "./phone-number-hook.ts";
import { phoneNumberNoun } from "./phone-number-noun.ts";
import { RING_SECONDS, type SimulatedOutcome } from "./simulated-line.ts";

const Weight = z.number().min(0).max(1000).optional();

/** The relative frequency of each outcome. */
export const SimulatedMix = z
  .strictObject({
    handset: Weight.meta({ title: "Handset rings" }),
    answers: Weight.meta({ title: "Answers" }),
    voicemail: Weight.meta({ title: "Voicemail" }),
    busy: Weight.meta({ title: "Busy" }),
    noAnswer: Weight.meta({ title: "No answer" }),
    declined: Weight.meta({ title: "Declined" }),
    wrongPerson: Weight.meta({ title: "Wrong person" }),
  } satisfies Record<SimulatedOutcome, z.ZodType>)
  .refine((mix) => Object.values(mix).some((weight) => (weight ?? 0) > 0), {
    error: "must give at least one outcome a weight above 0",
  });
export type SimulatedMix = z.infer<typeof SimulatedMix>;

export const SIMULATED_MIX_DEFAULT: SimulatedMix = { answers: 60, voicemail: 20, busy: 10, noAnswer: 10 };

/** Carriers with whose numbers this server calls. */
export const CARRIER_PROVIDERS = ["twilio", "telnyx", "vonage"] as const;
export type CarrierProvider = (typeof CARRIER_PROVIDERS)[number];

export const PHONE_NUMBER_PROVIDERS = ["byo-phone-number", ...CARRIER_PROVIDERS, "vapi", "simulated"] as const;

/** Providers whose numbers make and take calls on this server. */
export const CALLING_PROVIDERS: ReadonlySet<(typeof PHONE_NUMBER_PROVIDERS)[number]> = new Set([
  "byo-phone-number",
  "simulated",
  ...CARRIER_PROVIDERS,
]);

export const PHONE_NUMBER_STATUSES = ["active", "activating", "blocked"] as const;

const Digits = z.string().min(3).max(40).meta({ description: "In E.164 format: +14155550123." });

/** Who answers: an assistant, a squad or a workflow. Unset: your server decides for each call. */
const CommonFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  assistantId: Id.optional().meta({ title: "Assistant" }),
  squadId: Id.optional().meta({ title: "Squad" }),
  workflowId: Id.optional().meta({ title: "Workflow" }),
  server: ServerTarget.optional(),
  fallbackDestination: PhoneDestination.optional().meta({
    title: "Fallback",
    description: "Where unanswered calls go. Empty: hang up.",
  }),
  hooks: z.array(PhoneNumberHook).max(100).optional(),
};

const TwilioKeys = {
  twilioAccountSid: z
    .string()
    .min(1)
    .max(100)
    .meta({ title: "Account SID", description: "On the home page of the Twilio console." }),
  twilioAuthToken: Secret.optional().meta({
    title: "Auth token",
    description: "Required for calls: Twilio signs with it what it sends here.",
  }),
  twilioApiKey: z.string().min(1).max(100).optional().meta({ title: "API key" }),
  twilioApiSecret: Secret.optional().meta({ title: "API key's secret" }),
  smsEnabled: z.boolean().optional().meta({
    title: "Text messages",
    default: true,
    description: "Its assistant, squad or workflow answers who writes to the number.",
  }),
};

/** A number whose keys are in a credential. */
const KeyedNumber = { number: Digits, credentialId: Id.meta({ title: "Credential" }) };

const ringTime = (max: number) =>
  z.number().min(RING_SECONDS.min).max(max).optional().meta({
    title: "Ring time",
    unit: "s",
    default: RING_SECONDS.default,
    description: "After this time, nobody has answered.",
  });

/** The fields of each provider's number, besides the common fields. */
const ProviderFields = {
  byo: {
    provider: z.literal("byo-phone-number"),
    number: Digits.optional(),
    /** False: the number need not be E.164 (`+14155550123`), for example inside a company's PBX. */
    numberE164CheckEnabled: z.boolean().optional().meta({ title: "Must be E.164", default: true }),
    credentialId: Id.meta({ title: "SIP trunk", description: "A credential of a SIP trunk." }),
    /** Of calls that begin here. Callwright only. */
    ringSeconds: ringTime(600),
  },
  twilio: { provider: z.literal("twilio"), number: Digits, ...TwilioKeys },
  vonage: { provider: z.literal("vonage"), ...KeyedNumber },
  vapi: {
    provider: z.literal("vapi"),
    /** Assigned by the provider, unless `sipUri` is set. */
    number: Digits.optional(),
    numberDesiredAreaCode: z
      .string()
      .regex(/^\d{3}$/, { error: "must be three digits" })
      .optional()
      .meta({ title: "Desired area code" }),
    sipUri: z.string().min(1).max(1000).optional().meta({ title: "SIP address" }),
    /** Credentials that a SIP caller must send. */
    authentication: z
      .strictObject({
        realm: z.string().max(1000).optional(),
        username: z.string().min(20).max(40),
        password: z.string().min(20).max(40).meta({ secret: true }),
      })
      .optional(),
  },
  /** A number of the simulated line, which reaches no telephone network. Callwright only. */
  simulated: {
    provider: z.literal("simulated"),
    /** Assigned when unset. */
    number: Digits.optional(),
    ringSeconds: ringTime(RING_SECONDS.max),
    outcomes: SimulatedMix.optional().meta({
      title: "Outcomes",
      description: "How often its calls have each outcome. 60 answered, 20 voicemail, 10 busy, 10 unanswered by default.",
    }),
    seed: z.number().int().min(0).max(2_147_483_647).optional().meta({
      title: "Seed",
      default: 0,
      description: "The same seed gives each called number the same outcome again.",
    }),
  },
  telnyx: { provider: z.literal("telnyx"), ...KeyedNumber },
};

export const CreatePhoneNumber = z.discriminatedUnion("provider", [
  z.strictObject({ ...ProviderFields.byo, ...CommonFields }),
  z.strictObject({ ...ProviderFields.twilio, ...CommonFields }),
  z.strictObject({ ...ProviderFields.vonage, ...CommonFields }),
  z.strictObject({ ...ProviderFields.vapi, ...CommonFields }),
  z.strictObject({ ...ProviderFields.telnyx, ...CommonFields }),
  z.strictObject({ ...ProviderFields.simulated, ...CommonFields }),
]);
export type CreatePhoneNumber = z.infer<typeof CreatePhoneNumber>;

/** Paths of the secrets, which are stored encrypted and never returned. */
export const PHONE_NUMBER_SECRETS: readonly string[] = secretPathsOf(CreatePhoneNumber);

const ReturnedFields = {
  ...EntityFields,
  ...CommonFields,
  status: z.enum(PHONE_NUMBER_STATUSES).optional(),
  /** Paths of the stored secrets. Callwright only. */
  storedSecrets: z.array(z.string()).optional(),
};

/** Without its secrets. */
export const PhoneNumber = z.discriminatedUnion("provider", [
  z.looseObject({ ...ProviderFields.byo, ...ReturnedFields }),
  z.looseObject({ ...ProviderFields.twilio, ...ReturnedFields }),
  z.looseObject({ ...ProviderFields.vonage, ...ReturnedFields }),
  z.looseObject({
    ...ProviderFields.vapi,
    ...ReturnedFields,
    authentication: z.looseObject({ username: z.string() }).optional(),
  }),
  z.looseObject({ ...ProviderFields.telnyx, ...ReturnedFields }),
  z.looseObject({ ...ProviderFields.simulated, ...ReturnedFields }),
]);
export type PhoneNumber = z.infer<typeof PhoneNumber>;

export const ImportTwilioPhoneNumber = z.strictObject({
  twilioPhoneNumber: Digits.meta({ title: "Number" }),
  ...TwilioKeys,
  ...CommonFields,
});
export type ImportTwilioPhoneNumber = z.infer<typeof ImportTwilioPhoneNumber>;

/** A number whose keys are in a credential, without its provider, for forms. It is created as any number. Callwright only. */
export const ImportKeyedPhoneNumber = z.strictObject({ ...KeyedNumber, ...CommonFields });

export const ImportVonagePhoneNumber = z.strictObject({
  vonagePhoneNumber: Digits.meta({ title: "Number" }),
  credentialId: Id.meta({ title: "Credential" }),
  ...CommonFields,
});
export type ImportVonagePhoneNumber = z.infer<typeof ImportVonagePhoneNumber>;

const importing = { response: PhoneNumber, status: 201 } as const;

export const phoneNumberRoutes = describeRoutes(phoneNumberNoun.addresses, {
  ...resourceRoutes(phoneNumberNoun, {
    create: CreatePhoneNumber,
    update: KindPatch,
    entity: PhoneNumber,
  }),
  importTwilioPhoneNumber: {
    ...importing,
    body: ImportTwilioPhoneNumber,
    summary: "Import a number from Twilio",
  },
  importVonagePhoneNumber: {
    ...importing,
    body: ImportVonagePhoneNumber,
    summary: "Import a number from Vonage",
  },
  listPhoneNumberPage: {
    /** `search` is part of a name, number or SIP address, case-insensitive. */
    query: PageQuery,
    response: pageOf(PhoneNumber),
    summary: "List phone numbers in pages",
  },
});

import { z } from "zod";
import { EntityFields, Id } from "./entity.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { PageQuery } from "./list-query.ts";
import { KindPatch } from "./patch-of.ts";
import { PhoneNumberHook } from "./phone-number-hook.ts";
import { pageOf, resourceRoutes } from "./resource-routes.ts";
import { defineRoutes } from "./route.ts";
import { Secret, secretPathsOf } from "./secret.ts";
import { ServerTarget } from "./server-target.ts";
import { PhoneDestination } from "./transfer-destination.ts";

export const PHONE_NUMBER_PROVIDERS = ["byo-phone-number", "twilio", "vonage", "vapi", "telnyx"] as const;
export type PhoneNumberProvider = (typeof PHONE_NUMBER_PROVIDERS)[number];

export const PHONE_NUMBER_STATUSES = ["active", "activating", "blocked"] as const;

const Digits = z.string().min(3).max(40);

/** Who answers: an assistant, a squad or a workflow. None: the server is asked for each call. */
const CommonFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  assistantId: Id.optional().meta({ title: "Assistant" }),
  squadId: Id.optional().meta({ title: "Squad" }),
  workflowId: Id.optional().meta({ title: "Workflow" }),
  server: ServerTarget.optional(),
  /** Where a call goes that nobody answers and for which the server names no assistant. Unset: the call is hung up. */
  fallbackDestination: PhoneDestination.optional(),
  hooks: z.array(PhoneNumberHook).max(100).optional(),
};

const TwilioKeys = {
  twilioAccountSid: z.string().min(1).max(100).meta({ title: "Account SID" }),
  twilioAuthToken: Secret.optional().meta({ title: "Auth token", description: "Or an API key and its secret." }),
  twilioApiKey: z.string().min(1).max(100).optional().meta({ title: "API key" }),
  twilioApiSecret: Secret.optional().meta({ title: "API key's secret" }),
  /** Does the number also take text messages? */
  smsEnabled: z.boolean().optional().meta({ title: "SMS", default: true }),
};

/** What each provider's number is made of, beside the common fields. */
const ProviderFields = {
  byo: {
    provider: z.literal("byo-phone-number"),
    number: Digits.optional(),
    /** False: the number need not be in E.164 form (`+14155550123`), as inside a company's own exchange. */
    numberE164CheckEnabled: z.boolean().optional().meta({ title: "Must be E.164", default: true }),
    credentialId: Id.meta({ title: "SIP trunk", description: "A credential of provider byo-sip-trunk." }),
  },
  twilio: { provider: z.literal("twilio"), number: Digits, ...TwilioKeys },
  vonage: { provider: z.literal("vonage"), number: Digits, credentialId: Id.meta({ title: "Credential" }) },
  vapi: {
    provider: z.literal("vapi"),
    /** Assigned, unless a SIP address is asked for. */
    number: Digits.optional(),
    numberDesiredAreaCode: z
      .string()
      .regex(/^\d{3}$/, { error: "must be three digits" })
      .optional()
      .meta({ title: "Desired area code" }),
    sipUri: z.string().min(1).max(1000).optional().meta({ title: "SIP address" }),
    /** Asked of a caller over SIP. */
    authentication: z
      .strictObject({
        realm: z.string().max(1000).optional(),
        username: z.string().min(20).max(40),
        password: z.string().min(20).max(40).meta({ secret: true }),
      })
      .optional(),
  },
  telnyx: { provider: z.literal("telnyx"), number: Digits, credentialId: Id.meta({ title: "Credential" }) },
};

export const CreatePhoneNumber = z.discriminatedUnion("provider", [
  z.strictObject({ ...ProviderFields.byo, ...CommonFields }),
  z.strictObject({ ...ProviderFields.twilio, ...CommonFields }),
  z.strictObject({ ...ProviderFields.vonage, ...CommonFields }),
  z.strictObject({ ...ProviderFields.vapi, ...CommonFields }),
  z.strictObject({ ...ProviderFields.telnyx, ...CommonFields }),
]);
export type CreatePhoneNumber = z.infer<typeof CreatePhoneNumber>;

/** Paths of what is stored encrypted and never returned. */
export const PHONE_NUMBER_SECRETS: readonly string[] = secretPathsOf(CreatePhoneNumber);

const ReturnedFields = { ...EntityFields, ...CommonFields, status: z.enum(PHONE_NUMBER_STATUSES).optional() };

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
]);
export type PhoneNumber = z.infer<typeof PhoneNumber>;

export const ImportTwilioPhoneNumber = z.strictObject({
  twilioPhoneNumber: Digits.meta({ title: "Number" }),
  ...TwilioKeys,
  ...CommonFields,
});
export type ImportTwilioPhoneNumber = z.infer<typeof ImportTwilioPhoneNumber>;

export const ImportVonagePhoneNumber = z.strictObject({
  vonagePhoneNumber: Digits.meta({ title: "Number" }),
  credentialId: Id.meta({ title: "Credential" }),
  ...CommonFields,
});
export type ImportVonagePhoneNumber = z.infer<typeof ImportVonagePhoneNumber>;

const importing = { method: "POST", scope: "private", role: "editor", response: PhoneNumber, status: 201 } as const;

export const phoneNumberRoutes = defineRoutes({
  ...resourceRoutes({
    name: "PhoneNumber",
    path: "/phone-number",
    noun: "phone number",
    create: CreatePhoneNumber,
    update: KindPatch,
    entity: PhoneNumber,
  }),
  importTwilioPhoneNumber: {
    ...importing,
    path: "/phone-number/import/twilio",
    body: ImportTwilioPhoneNumber,
    summary: "Bring a number from Twilio",
  },
  importVonagePhoneNumber: {
    ...importing,
    path: "/phone-number/import/vonage",
    body: ImportVonagePhoneNumber,
    summary: "Bring a number from Vonage",
  },
  listPhoneNumberPage: {
    method: "GET",
    path: "/v2/phone-number",
    scope: "private",
    role: "viewer",
    /** `search` is part of a name, a number or a SIP address, in any case. */
    query: z.object({ ...PageQuery.shape, search: z.string().max(100).optional() }),
    response: pageOf(PhoneNumber),
    status: 200,
    summary: "List phone numbers by pages",
  },
});

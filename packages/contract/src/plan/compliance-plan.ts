import { z } from "zod";
import { Voice } from "../provider/voice.ts";
import { Id } from "../wire/entity.ts";
import { MESSAGE_MAX_CHARACTERS, PLAN_DEFAULTS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";

const SecurityFilter = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("sql-injection").meta({ title: "SQL injection" }) }),
  z.strictObject({ type: z.literal("xss").meta({ title: "Cross-site scripting" }) }),
  z.strictObject({ type: z.literal("ssrf").meta({ title: "Server-side request forgery" }) }),
  z.strictObject({ type: z.literal("rce").meta({ title: "Remote code execution" }) }),
  z.strictObject({ type: z.literal("prompt-injection") }),
  z.strictObject({ type: z.literal("regex"), regex: z.string().min(1).max(1000) }),
]);

const SecurityFilterPlan = optionalFields({
  enabled: z.boolean().meta({
    title: "Security filter",
    default: false,
    description:
      "Takes attacks out of what callers say and write before the model and tools read it. The transcript names the filter.",
  }),
  filters: z.array(SecurityFilter).max(100).meta({ description: "All built-in filters when empty." }),
  mode: z.enum(["sanitize", "reject", "replace"]).meta({
    default: "sanitize",
    description: "Remove what is found, replace the whole text, or replace what is found.",
  }),
  replacementText: z.string().max(1000).meta({ default: "[FILTERED]" }),
});
export type SecurityFilterPlan = z.infer<typeof SecurityFilterPlan>;

/** Data that is replaced in texts by its name in brackets. */
export const REDACTED_KINDS = ["card-number", "ssn", "email", "phone-number"] as const;
export type RedactedKind = (typeof REDACTED_KINDS)[number];

const ConsentFields = {
  message: z.string().max(MESSAGE_MAX_CHARACTERS).meta({ description: "Asks for consent to record." }),
  voice: Voice.optional(),
  firstMessageMode: z
    .enum(["assistant-speaks-first", "assistant-waits-for-user"])
    .meta({ default: "assistant-speaks-first" })
    .optional(),
};

/** Compliance rules for calls. */
export const CompliancePlan = optionalFields({
  hipaaEnabled: z.boolean().meta({
    title: "HIPAA",
    default: false,
    description:
      "Stores no recording, transcript, event with words, video or message body. The end-of-call report is sent once, from memory. Chats have no sessions.",
  }),
  pciEnabled: z.boolean().meta({
    title: "PCI",
    default: false,
    description: "Stores the same as HIPAA: times, costs and how the call ended. No structured output is kept.",
  }),
  securityFilterPlan: SecurityFilterPlan.meta({
    description: "Filters what callers say and write, before model and tools.",
  }),
  /** Applied before data is stored or sent as a server message. The running conversation keeps the original words. Callwright only. */
  redactionPlan: optionalFields({
    enabled: z.boolean().meta({
      title: "Redact numbers and addresses",
      default: false,
      description:
        "Replaces card numbers, social security numbers, e-mail addresses and phone numbers before anything is stored or sent to servers. The running conversation has the true words. Recordings stay as they are.",
    }),
    kinds: z.array(z.enum(REDACTED_KINDS)).max(10).meta({ description: "All when empty." }),
  }),
  recordingConsentPlan: z.discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("stay-on-line"),
      ...ConsentFields,
      waitSeconds: z.number().min(1).max(6).meta({ unit: "s", default: PLAN_DEFAULTS.recordingConsent.waitSeconds }).optional(),
    }),
    z.strictObject({
      type: z.literal("verbal"),
      ...ConsentFields,
      declineTool: z.looseObject({}).meta({ description: "Runs when the customer declines." }).optional(),
      declineToolId: Id.meta({ title: "Decline tool", ...NOT_FOR_VISITORS }).optional(),
    }),
  ]),
});
export type CompliancePlan = z.infer<typeof CompliancePlan>;

import { z } from "zod";
import { PromptMessage } from "../message/prompt-message.ts";
import { MESSAGE_MAX_CHARACTERS, NAME_MAX_CHARACTERS, PLAN_DEFAULTS } from "../wire/limits.ts";
import { objectList } from "../wire/objects.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { Extension } from "./extension.ts";
import { InlineTransferAssistant } from "./inline-shape.ts";

/** A message in several languages. */
export const Translations = objectList(100, {
  type: z.literal("text"),
  text: z.string().max(MESSAGE_MAX_CHARACTERS),
  language: z.string().max(20),
});

/** A text, or the text in several languages. An empty text is not spoken. */
export const SpokenMessage = z.union([
  z.string().max(MESSAGE_MAX_CHARACTERS),
  z.strictObject({
    type: z.literal("custom-message"),
    content: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
    contents: Translations.optional(),
  }),
]);

/** The text of a message; of several languages, the first one's. */
export function spokenText(
  message: string | { content?: string | undefined; contents?: { text: string }[] | undefined },
): string {
  return typeof message === "string" ? message : (message.content ?? message.contents?.[0]?.text ?? "");
}

export const TRANSFER_MODES = [
  "blind-transfer",
  "blind-transfer-add-summary-to-sip-header",
  "warm-transfer-say-message",
  "warm-transfer-say-summary",
  "warm-transfer-twiml",
  "warm-transfer-wait-for-operator-to-speak-first-and-then-say-message",
  "warm-transfer-wait-for-operator-to-speak-first-and-then-say-summary",
  "warm-transfer-experimental",
] as const;

/** How a call is transferred to a number or a SIP address. Unknown keys are kept. */
export const TransferPlan = z.looseObject({
  mode: z.enum(TRANSFER_MODES).meta({ default: "blind-transfer" }),
  /** Spoken to the operator, in modes with a message. */
  message: SpokenMessage.optional(),
  /** Timeout of a warm transfer, in seconds. */
  timeout: z.number().min(1).max(600).optional().meta({ default: 60 }),
  sipVerb: z.enum(["refer", "bye", "dial"]).optional().meta({ default: "refer" }),
  /** Maximum ring time, in seconds. */
  dialTimeout: z.number().min(1).max(600).optional().meta({ default: PLAN_DEFAULTS.transfer.dialTimeoutSeconds }),
  /** Played to the caller while waiting. */
  holdAudioUrl: z.string().max(10_000).meta(NOT_FOR_VISITORS).optional(),
  transferCompleteAudioUrl: z.string().max(10_000).meta(NOT_FOR_VISITORS).optional(),
  twiml: z.string().max(4096).meta(NOT_FOR_VISITORS).optional(),
  summaryPlan: z
    .strictObject({
      enabled: z.boolean().optional().meta({ default: true }),
      messages: z.array(PromptMessage).max(100).optional(),
      timeoutSeconds: z.number().min(1).max(60).optional().meta({ default: 5 }),
    })
    .optional(),
  /** Talks to the operator in mode `warm-transfer-experimental`, and connects the caller, or not. Default: a message or a summary is said. */
  transferAssistant: InlineTransferAssistant.optional(),
  /** What the operator's assistant sees of the conversation. */
  contextEngineeringPlan: z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("all") }),
      z.strictObject({ type: z.literal("none") }),
      z.strictObject({ type: z.literal("lastNMessages"), maxMessages: z.number().int().min(0) }),
    ])
    .optional(),
  sipHeadersInReferToEnabled: z.boolean().optional().meta({ default: false }),
  /** Applies when the transfer fails. */
  fallbackPlan: z
    .strictObject({ message: SpokenMessage, endCallEnabled: z.boolean().optional().meta({ default: true }) })
    .optional(),
});

const CommonFields = {
  /** Spoken to the caller before the transfer. */
  message: SpokenMessage.optional(),
  /** The caller id that the operator sees. */
  callerId: z.string().max(NAME_MAX_CHARACTERS).optional(),
  transferPlan: TransferPlan.optional(),
  /** Tells the model when to choose it. */
  description: z.string().max(10_000).optional(),
};

export const NumberDestination = z.strictObject({
  type: z.literal("number"),
  number: z.string().min(3).max(40),
  /** False: the number need not be E.164 (`+14155550123`). */
  numberE164CheckEnabled: z.boolean().optional().meta({ title: "Must be E.164", default: true }),
  /** Keys that are pressed when the telephone answers. `w`, `p` and `,` are pauses of half a second, `W` of one. */
  extension: Extension.optional(),
  ...CommonFields,
});

export type NumberDestination = z.infer<typeof NumberDestination>;

export const SipDestination = z.strictObject({
  type: z.literal("sip"),
  sipUri: z.string().min(1).max(1000).meta({ title: "SIP address" }).meta(NOT_FOR_VISITORS),
  sipHeaders: z.record(z.string(), z.unknown()).optional().meta({ title: "SIP headers" }),
  ...CommonFields,
});

/** A destination without its headers, which may hold keys. */
export function withoutSipHeaders(destination: PhoneDestination): PhoneDestination {
  if (destination.type !== "sip") return destination;
  const { sipHeaders: _, ...rest } = destination;
  return rest;
}

/** A transfer target for a phone call. */
export type PhoneDestination = NumberDestination | z.infer<typeof SipDestination>;
/** Named, so that declarations that contain it stay short. */
export interface PhoneDestinationSchema extends z.ZodType<PhoneDestination, PhoneDestination> {}
export const PhoneDestination: PhoneDestinationSchema = z.discriminatedUnion("type", [NumberDestination, SipDestination]);

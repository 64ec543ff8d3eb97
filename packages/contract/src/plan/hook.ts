import { z } from "zod";
import { PromptMessage } from "../message/prompt-message.ts";
import { InlineTool } from "../tool/tool.ts";
import { Id } from "../wire/entity.ts";
import { MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";
import { objectList } from "../wire/objects.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";

const Sentence = z.string().max(MESSAGE_MAX_CHARACTERS);

export const SayAction = z
  .strictObject({
    type: z.literal("say"),
    exact: z
      .union([Sentence, z.array(Sentence).min(1).max(100)])
      .meta({ description: "One of several is picked at random." })
      .optional(),
    prompt: z
      .union([z.string().max(100_000), z.array(z.looseObject({ role: z.string().max(40) })).max(100)])
      .meta({ description: "The model words it. Without effect beside exact." })
      .optional(),
  })
  .refine(({ exact, prompt }) => exact !== undefined || prompt !== undefined, "needs a text or a prompt");

export const ToolAction = z
  .strictObject({
    type: z.literal("tool"),
    tool: InlineTool.optional(),
    toolId: Id.meta({ title: "Tool", description: "Without effect beside tool.", ...NOT_FOR_VISITORS }).optional(),
  })
  .refine(({ tool, toolId }) => tool !== undefined || toolId !== undefined, "needs tool or toolId");

export const MessageAction = z.strictObject({
  type: z.literal("message.add"),
  message: PromptMessage,
  triggerResponseEnabled: z.boolean().meta({ title: "Trigger a response", default: true }).optional(),
});

const EndingActions = z.array(z.discriminatedUnion("type", [ToolAction, MessageAction])).max(100);
const Actions = z.array(z.discriminatedUnion("type", [SayAction, ToolAction, MessageAction])).max(100);
const Name = z.string().max(1000);

/** Words with a confidence of 0 are from a transcriber that reports none. */
export const LOW_CONFIDENCE = { min: 0, max: 0.4 } as const;
const Confidence = z.number().min(0).max(1).meta({ description: "0 to 1." });

export const SPEECH_TIMEOUT = { timeoutSeconds: 7.5, triggerMaxCount: 3 } as const;

const SpeechTimeoutOptions = z.strictObject({
  timeoutSeconds: z
    .number()
    .min(1)
    .max(1000)
    .meta({ unit: "s", default: SPEECH_TIMEOUT.timeoutSeconds, description: "How long nobody speaks." }),
  triggerMaxCount: z
    .number()
    .int()
    .min(1)
    .max(10)
    .meta({
      title: "Maximum times",
      default: SPEECH_TIMEOUT.triggerMaxCount,
      description: "How often it runs in one call.",
    })
    .optional(),
  triggerResetMode: z.enum(["never", "onUserSpeech"]).meta({ title: "Count restarts", default: "never" }).optional(),
});

const NamedHook = z.discriminatedUnion("on", [
  z.strictObject({
    on: z.literal("call.ending"),
    do: EndingActions,
    filters: objectList(100, {
      type: z.literal("oneOf"),
      key: z.literal("call.endedReason"),
      oneOf: z.array(z.string().max(1000)).max(1000),
    }).optional(),
  }),
  z.strictObject({ on: z.literal("assistant.speech.interrupted"), do: Actions }),
  z.strictObject({ on: z.literal("customer.speech.interrupted"), do: Actions }),
  z.strictObject({
    on: z.literal("customer.speech.timeout"),
    do: Actions,
    options: SpeechTimeoutOptions.optional(),
    name: Name.optional(),
  }),
  z.strictObject({ on: z.literal("session.created"), do: EndingActions, name: Name.optional() }),
  z.strictObject({ on: z.literal("model.response.timeout"), do: Actions }),
  z.strictObject({
    on: z.literal("call.timeElapsed"),
    do: Actions,
    options: z
      .strictObject({ seconds: z.number().min(0).meta({ title: "Time since the start", unit: "s", default: 0 }).optional() })
      .optional(),
    name: Name.optional(),
  }),
  z.strictObject({
    on: z.literal("assistant.transcriber.endpointedSpeechLowConfidence"),
    do: Actions,
    options: z
      .strictObject({
        confidenceMin: Confidence.meta({ title: "Minimum confidence", default: LOW_CONFIDENCE.min }).optional(),
        confidenceMax: Confidence.meta({ title: "Maximum confidence", default: LOW_CONFIDENCE.max }).optional(),
      })
      .optional(),
  }),
]);

export type HookEvent = z.infer<typeof NamedHook>["on"];
/** The events that hooks run on. */
export const HOOK_EVENTS: readonly HookEvent[] = NamedHook.options.map(({ shape }) => shape.on.value);

/** `customer.speech.timeout[toolCallId=x]` and similar: the timeout in one situation. */
const ParticularTimeoutHook = z
  .strictObject({
    on: z
      .string()
      .max(1000)
      .regex(/^customer\.speech\.timeout\[[^\]]+\]$/, { error: "must be like customer.speech.timeout[toolCallId=…]" })
      .meta({ title: "Event", examples: ["customer.speech.timeout[toolCallId=…]"] }),
    do: Actions,
    options: SpeechTimeoutOptions.optional(),
    name: Name.optional(),
  })
  .meta({ title: "Customer is silent, in one situation" });

export type HookAction = z.infer<typeof SayAction | typeof ToolAction | typeof MessageAction>;
/** Actions that run on an event of a call. */
export type Hook = z.infer<typeof NamedHook> | z.infer<typeof ParticularTimeoutHook>;
/** Named, so that declarations that contain it stay short. */
export interface HookSchema extends z.ZodType<Hook, Hook> {}
export const Hook: HookSchema = z.union([NamedHook, ParticularTimeoutHook]).meta({ id: "Hook" });

import { z } from "zod";
import { MESSAGE_MAX_CHARACTERS } from "../limits.ts";

/** The message is chosen when all of these hold of the tool's arguments. */
const Conditions = z
  .array(
    z.strictObject({
      param: z.string().max(1000).meta({ title: "Parameter" }),
      operator: z.enum(["eq", "neq", "gt", "gte", "lt", "lte"]),
      value: z.string().max(1000),
    }),
  )
  .max(100);

const CommonFields = {
  content: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
  /** The same in several languages; it wins over `content`. */
  contents: z
    .array(
      z.strictObject({
        type: z.literal("text"),
        text: z.string().max(MESSAGE_MAX_CHARACTERS),
        language: z.string().max(20),
      }),
    )
    .max(100)
    .optional(),
  conditions: Conditions.optional(),
};

const EndCall = z.boolean().meta({ title: "End the call afterwards", default: false });

/** What is spoken while a tool runs, and after. */
export const ToolMessage = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("request-start"),
      ...CommonFields,
      blocking: z.boolean().meta({ default: false, description: "The tool runs only when this was spoken." }).optional(),
    }),
    z.strictObject({
      type: z.literal("request-complete"),
      ...CommonFields,
      role: z
        .enum(["assistant", "system"])
        .meta({ default: "assistant", description: "Spoken as it is, or a hint to the model." })
        .optional(),
      endCallAfterSpokenEnabled: EndCall.optional(),
    }),
    z.strictObject({ type: z.literal("request-failed"), ...CommonFields, endCallAfterSpokenEnabled: EndCall.optional() }),
    z.strictObject({
      type: z.literal("request-response-delayed"),
      ...CommonFields,
      timingMilliseconds: z
        .number()
        .min(100)
        .max(120_000)
        .meta({ title: "Delay", unit: "ms", description: "How long no answer came." })
        .optional(),
    }),
  ])
  .meta({ id: "ToolMessage" });
export type ToolMessage = z.infer<typeof ToolMessage>;

import { z } from "zod";
import { MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";
import { objectList } from "../wire/objects.ts";
import { Translations } from "./transfer-destination.ts";

/** The message is used when the tool's arguments meet all conditions. */
const Conditions = objectList(100, {
  param: z.string().max(1000).meta({ title: "Parameter" }),
  operator: z.enum(["eq", "neq", "gt", "gte", "lt", "lte"]),
  value: z.string().max(1000),
});

const CommonFields = {
  content: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
  /** The message in several languages. Overrides `content`. */
  contents: Translations.optional(),
  conditions: Conditions.optional(),
};

const Role = z
  .enum(["assistant", "system"])
  .meta({ default: "assistant", description: "Spoken word for word, or a hint to the model." });

const EndCall = z.boolean().meta({ title: "End the call afterward", default: false });

/** A message spoken while a tool runs, or after. */
export const ToolMessage = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("request-start"),
      ...CommonFields,
      blocking: z.boolean().meta({ default: false, description: "The tool waits until this is spoken." }).optional(),
    }),
    z.strictObject({
      type: z.literal("request-complete"),
      ...CommonFields,
      role: Role.optional(),
      endCallAfterSpokenEnabled: EndCall.optional(),
    }),
    z.strictObject({
      type: z.literal("request-failed"),
      ...CommonFields,
      role: Role.optional(),
      endCallAfterSpokenEnabled: EndCall.optional(),
    }),
    z.strictObject({
      type: z.literal("request-response-delayed"),
      ...CommonFields,
      timingMilliseconds: z
        .number()
        .min(100)
        .max(120_000)
        .meta({ title: "Delay", unit: "ms", description: "Time without a response." })
        .optional(),
    }),
  ])
  .meta({ id: "ToolMessage" });
export type ToolMessage = z.infer<typeof ToolMessage>;

import { z } from "zod";
import { MESSAGE_ROLES } from "./call-message.ts";
import { Id } from "./entity.ts";

const Words = z.string().max(10_000);

/**
 * What a supervisor may send into a call: the client's messages, but for what only the caller's own page can mean. `say` takes its words
 * as `content`, or as `message` as web clients do; they may be a template with the call's variables.
 */
export const CallControl = z.discriminatedUnion("type", [
  z
    .strictObject({
      type: z.literal("say"),
      content: Words.optional(),
      message: Words.optional(),
      /** Does the call end when it was spoken? */
      endCallAfterSpoken: z.boolean().default(false),
      /** May the caller's voice interrupt it? */
      interruptionsEnabled: z.boolean().default(false),
      /** Does it cut off what the assistant is saying? */
      interruptAssistantEnabled: z.boolean().default(false),
    })
    .refine(({ content, message }) => (message ?? content ?? "").trim() !== "", {
      path: ["content"],
      message: "must say something",
    }),
  z.strictObject({
    type: z.literal("add-message"),
    message: z.strictObject({ role: z.enum(MESSAGE_ROLES), content: z.string().max(100_000) }),
    /** Does the assistant answer to it? */
    triggerResponseEnabled: z.boolean().default(true),
  }),
  z.strictObject({
    type: z.literal("control"),
    control: z.enum(["mute-assistant", "unmute-assistant", "mute-customer", "unmute-customer", "say-first-message"]),
  }),
  z.strictObject({ type: z.literal("end-call") }),
]);
export type CallControl = z.infer<typeof CallControl>;

/** Who steered a call from outside of it. */
export const CallSupervisor = z.object({
  /** Null for an API token, and for a token that the organisation's own server signed. */
  userId: Id.nullable(),
  /** Of the person, or of the token. */
  name: z.string(),
});
export type CallSupervisor = z.infer<typeof CallSupervisor>;

import { z } from "zod";
import { MESSAGE_ROLES } from "../message/message-types.ts";
import { Id } from "../wire/entity.ts";

const Words = z.string().max(10_000);

/**
 * What a supervisor may send into a call: the client messages, except those that only make sense from the caller's page. `say` takes its text
 * as `content`, or as `message` like web clients. The text can be a template with the call's variables.
 */
export const CallControl = z.discriminatedUnion("type", [
  z
    .strictObject({
      type: z.literal("say"),
      content: Words.optional(),
      message: Words.optional(),
      /** End the call after it is spoken. */
      endCallAfterSpoken: z.boolean().default(false),
      /** The caller may interrupt it. */
      interruptionsEnabled: z.boolean().default(false),
      /** It interrupts the assistant's current speech. */
      interruptAssistantEnabled: z.boolean().default(false),
    })
    .refine(({ content, message }) => (message ?? content ?? "").trim() !== "", {
      path: ["content"],
      message: "must not be empty",
    })
    .meta({ examples: [{ type: "say", content: "One moment, please." }] }),
  z.strictObject({
    type: z.literal("add-message"),
    message: z.strictObject({ role: z.enum(MESSAGE_ROLES), content: z.string().max(100_000) }),
    /** The assistant replies to it. */
    triggerResponseEnabled: z.boolean().default(true),
  }),
  z.strictObject({
    type: z.literal("control"),
    control: z.enum(["mute-assistant", "unmute-assistant", "mute-customer", "unmute-customer", "say-first-message"]),
  }),
  /**
   * The sender has the call: the assistant is not heard, and what the sender says is spoken in its voice. It lasts for `TAKE_OVER_LEASE_MS`
   * and from each renewal on.
   */
  z.strictObject({ type: z.literal("take-over") }),
  z.strictObject({ type: z.literal("renew-take-over") }),
  /** The assistant has the call again. */
  z.strictObject({ type: z.literal("give-back") }),
  /** The call goes on to another telephone. */
  z
    .strictObject({
      type: z.literal("transfer"),
      number: z.string().regex(/^\+[1-9]\d{1,14}$/, "must be an E.164 number like +14155550123"),
      /** Said to the person who answers there, before the caller is connected. */
      message: z.string().trim().max(1_000).optional(),
    })
    .meta({ examples: [{ type: "transfer", number: "+14155550123", message: "Ada asks for her order." }] }),
  z.strictObject({ type: z.literal("end-call") }),
]);
export type CallControl = z.infer<typeof CallControl>;

/** The messages of a person who takes a call over. */
export type TakeOverOrder = Extract<CallControl, { type: "take-over" | "renew-take-over" | "give-back" | "transfer" }>;

/** The person or program that controlled a call from outside. */
export const CallSupervisor = z.object({
  /** Null for an API token and for a token signed by the organization's server. */
  userId: Id.nullable(),
  /** Name of the user or of the token. */
  name: z.string(),
});
export type CallSupervisor = z.infer<typeof CallSupervisor>;

/** Tokens have no id here, so that those of one name are one sender. */
export function isSameSupervisor(one: CallSupervisor, other: CallSupervisor): boolean {
  return one.userId === other.userId && (one.userId !== null || one.name === other.name);
}

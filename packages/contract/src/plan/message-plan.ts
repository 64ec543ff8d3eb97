import { z } from "zod";
import { MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";

const DEFAULTS = ASSISTANT_DEFAULTS.messagePlan;

/** What the assistant says when the customer is silent. Superseded by the hook `customer.speech.timeout`. */
export const MessagePlan = optionalFields({
  idleMessages: z
    .array(z.string().max(MESSAGE_MAX_CHARACTERS))
    .max(100)
    .meta({ title: "Messages", description: "One is picked at random. Without any, the assistant stays silent." }),
  idleMessageMaxSpokenCount: z.number().int().min(1).max(10).meta({
    title: "Maximum messages",
    unit: "times",
    default: DEFAULTS.idleMessageMaxSpokenCount,
    description: "How many are spoken in one call.",
  }),
  idleMessageResetCountOnUserSpeechEnabled: z.boolean().meta({
    title: "Count again after the caller speaks",
    default: DEFAULTS.idleMessageResetCountOnUserSpeechEnabled,
    description: "Off: the maximum is for the whole call.",
  }),
  idleTimeoutSeconds: z.number().min(5).max(60).meta({
    title: "Silence before a message",
    unit: "s",
    default: DEFAULTS.idleTimeoutSeconds,
    description: "Counted from the last word of either side.",
  }),
  silenceTimeoutMessage: z
    .string()
    .max(MESSAGE_MAX_CHARACTERS)
    .meta({ title: "Message before a silent call ends", description: "Spoken when the silence timeout is over." }),
});
export type MessagePlan = z.infer<typeof MessagePlan>;

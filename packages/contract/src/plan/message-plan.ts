import { z } from "zod";
import { MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";

const DEFAULTS = ASSISTANT_DEFAULTS.messagePlan;

/** What the assistant says when the customer is silent. Superseded by the hook `customer.speech.timeout`. */
export const MessagePlan = z.strictObject({
  idleMessages: z.array(z.string().max(MESSAGE_MAX_CHARACTERS)).max(100).optional(),
  idleMessageMaxSpokenCount: z.number().int().min(1).max(10).meta({ default: DEFAULTS.idleMessageMaxSpokenCount }).optional(),
  idleMessageResetCountOnUserSpeechEnabled: z
    .boolean()
    .meta({ default: DEFAULTS.idleMessageResetCountOnUserSpeechEnabled })
    .optional(),
  idleTimeoutSeconds: z.number().min(5).max(60).meta({ unit: "s", default: DEFAULTS.idleTimeoutSeconds }).optional(),
  silenceTimeoutMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
});
export type MessagePlan = z.infer<typeof MessagePlan>;

import { z } from "zod";
import { MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";

export const IDLE_MESSAGE = { maxSpokenCount: 3, timeoutSeconds: 10 } as const;

/** What the assistant says when the customer is silent. Superseded by the hook `customer.speech.timeout`. */
export const MessagePlan = z.strictObject({
  idleMessages: z.array(z.string().max(MESSAGE_MAX_CHARACTERS)).max(100).optional(),
  idleMessageMaxSpokenCount: z.number().int().min(1).max(10).meta({ default: IDLE_MESSAGE.maxSpokenCount }).optional(),
  idleMessageResetCountOnUserSpeechEnabled: z.boolean().meta({ default: false }).optional(),
  idleTimeoutSeconds: z.number().min(5).max(60).meta({ unit: "s", default: IDLE_MESSAGE.timeoutSeconds }).optional(),
  silenceTimeoutMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
});
export type MessagePlan = z.infer<typeof MessagePlan>;

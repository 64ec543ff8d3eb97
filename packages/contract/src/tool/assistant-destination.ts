import { z } from "zod";
import { NumberDestination, SipDestination, SpokenMessage } from "./transfer-destination.ts";

const Description = z.string().max(10_000).meta({ description: "Tells the model when to choose it." });

/** A transfer to another assistant of the squad, by its name. */
export const TransferAssistantDestination = z.strictObject({
  type: z.literal("assistant"),
  assistantName: z.string().min(1).max(200),
  transferMode: z
    .enum([
      "rolling-history",
      "swap-system-message-in-history",
      "swap-system-message-in-history-and-remove-transfer-tool-messages",
      "delete-history",
    ])
    .meta({ default: "rolling-history", description: "What the other assistant sees of the conversation." })
    .optional(),
  message: SpokenMessage.optional(),
  description: Description.optional(),
});

/** A transfer target: an assistant, a number or a SIP address. */
export const TransferDestination = z.discriminatedUnion("type", [
  TransferAssistantDestination,
  NumberDestination,
  SipDestination,
]);
export type TransferDestination = z.infer<typeof TransferDestination>;

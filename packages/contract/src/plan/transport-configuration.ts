import { z } from "zod";

/** The carrier's settings for calls of the assistant. */
export const TransportConfiguration = z.strictObject({
  provider: z.literal("twilio"),
  timeout: z
    .number()
    .min(1)
    .max(600)
    .meta({ unit: "s", default: 60, description: "Maximum ring time of calls that begin here." })
    .optional(),
  record: z
    .boolean()
    .meta({
      default: false,
      description: "Twilio records in its own account, too. Never HIPAA and PCI calls, nor those that ask for consent.",
    })
    .optional(),
  recordingChannels: z.enum(["mono", "dual"]).meta({ default: "mono" }).optional(),
});
export type TransportConfiguration = z.infer<typeof TransportConfiguration>;

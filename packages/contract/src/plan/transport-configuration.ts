import { z } from "zod";

/** Settings of the telephony provider. */
export const TransportConfiguration = z.strictObject({
  provider: z.literal("twilio"),
  timeout: z.number().min(1).max(600).meta({ unit: "s", default: 60, description: "Maximum ring time." }).optional(),
  record: z.boolean().meta({ default: false }).optional(),
  recordingChannels: z.enum(["mono", "dual"]).meta({ default: "mono" }).optional(),
});
export type TransportConfiguration = z.infer<typeof TransportConfiguration>;

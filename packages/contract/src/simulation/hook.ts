import { z } from "zod";
import { ServerTarget } from "../wire/server-target.ts";

const WebhookAction = z.strictObject({
  type: z.literal("webhook"),
  server: ServerTarget.optional(),
  include: z
    .strictObject({
      transcript: z.boolean().optional().meta({ default: false }),
      messages: z.boolean().optional().meta({ default: false }),
      recordingUrl: z.boolean().optional().meta({ default: false }),
    })
    .optional(),
});

/** Requests when an item of a run starts or ends. */
export const SimulationHook = z.strictObject({
  on: z.enum(["simulation.run.started", "simulation.run.ended"]),
  do: z.array(WebhookAction).max(10),
});
export type SimulationHook = z.infer<typeof SimulationHook>;

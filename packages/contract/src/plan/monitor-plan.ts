import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";

/** Access to a running call: to listen, and to control it. */
export const MonitorPlan = z.strictObject({
  listenEnabled: z.boolean().meta({ default: true }).optional(),
  listenAuthenticationEnabled: z.boolean().meta({ default: false }).optional(),
  controlEnabled: z.boolean().meta({ default: ASSISTANT_DEFAULTS.monitorPlan.controlEnabled }).optional(),
  controlAuthenticationEnabled: z.boolean().meta({ default: false }).optional(),
  monitorIds: z.array(Id).optional(),
});
export type MonitorPlan = z.infer<typeof MonitorPlan>;

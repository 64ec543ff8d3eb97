import { z } from "zod";
import { Id } from "./entity.ts";

/** Where server messages (webhooks) go. Only https and wss addresses. */
export const ServerTarget = z.object({
  url: z.url({ protocol: /^(https|wss)$/, message: "must be an https or wss URL" }).optional(),
  /** Default 20. */
  timeoutSeconds: z.number().min(1).max(300).optional(),
  credentialId: Id.optional(),
  headers: z.record(z.string(), z.string().max(4000)).optional(),
  backoffPlan: z
    .object({
      type: z.enum(["fixed", "exponential"]),
      maxRetries: z.number().int().min(0).max(10),
      baseDelaySeconds: z.number().min(0).max(10),
      excludedStatusCodes: z.array(z.number().int()).optional(),
    })
    .optional(),
});
export type ServerTarget = z.infer<typeof ServerTarget>;

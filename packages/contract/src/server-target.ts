import { z } from "zod";
import { Id } from "./entity.ts";

/** How a request that failed is tried again. Unset where it may be left out: it is not. */
export const BackoffPlan = z.strictObject({
  type: z.enum(["fixed", "exponential"]).meta({ default: "fixed" }),
  maxRetries: z.number().int().min(0).max(10).meta({ default: 0 }),
  baseDelaySeconds: z.number().min(0).max(10).meta({ unit: "s", description: "Wait before the first retry." }),
  /** Answers after which nothing is tried again. */
  excludedStatusCodes: z.array(z.number().int()).max(100).optional(),
});
export type BackoffPlan = z.infer<typeof BackoffPlan>;

/** Where server messages (webhooks) go. Only https and wss addresses. */
export const ServerTarget = z
  .strictObject({
    url: z
      .url({ protocol: /^(https|wss)$/, message: "must be an https or wss URL" })
      .meta({ title: "URL" })
      .optional(),
    timeoutSeconds: z.number().min(1).max(300).meta({ unit: "s", default: 20 }).optional(),
    credentialId: Id.meta({ title: "Credential", description: "Signs in to the server." }).optional(),
    headers: z.record(z.string(), z.string().max(4000)).optional(),
    backoffPlan: BackoffPlan.optional(),
    staticIpAddressesEnabled: z
      .boolean()
      .meta({ title: "Static IP addresses", default: false, description: "Sends from addresses a firewall can name." })
      .optional(),
    encryptedPaths: z
      .array(z.string().max(1000))
      .max(100)
      .meta({ description: "Fields of the body that are encrypted, as JSON paths." })
      .optional(),
  })
  .meta({ id: "ServerTarget" });
export type ServerTarget = z.infer<typeof ServerTarget>;

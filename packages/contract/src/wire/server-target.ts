import { z } from "zod";
import { Id } from "./entity.ts";
import { SERVER_TIMEOUT_SECONDS } from "./limits.ts";
import { optionalFields } from "./objects.ts";
import { NOT_FOR_VISITORS } from "./visitor-choice.ts";

export const ServerTimeoutSeconds = z.number().min(SERVER_TIMEOUT_SECONDS.min).max(SERVER_TIMEOUT_SECONDS.max);

/** Retries of a failed request. Unset: no retries. */
export const BackoffPlan = z.strictObject({
  type: z.enum(["fixed", "exponential"]).meta({ default: "fixed" }),
  maxRetries: z.number().int().min(0).max(10).meta({ default: 0 }),
  baseDelaySeconds: z.number().min(0).max(10).meta({ unit: "s", description: "Wait before the first retry." }),
  /** Status codes that are not retried. */
  excludedStatusCodes: z.array(z.number().int()).max(100).optional(),
});
export type BackoffPlan = z.infer<typeof BackoffPlan>;

/** Where server messages (webhooks) go. http, ws and local network addresses need ALLOW_PRIVATE_ADDRESSES. */
export const ServerTarget = optionalFields({
  url: z
    .url({ protocol: /^(https?|wss?)$/, message: "must be an https or wss URL" })
    .meta({ title: "URL", description: "https or wss. With private addresses allowed, also http and ws." }),
  timeoutSeconds: ServerTimeoutSeconds.meta({ unit: "s", default: SERVER_TIMEOUT_SECONDS.default }),
  credentialId: Id.meta({ title: "Credential", description: "Signs in to the server." }),
  headers: z.record(z.string(), z.string().max(4000)),
  backoffPlan: BackoffPlan,
  staticIpAddressesEnabled: z
    .boolean()
    .meta({ title: "Static IP addresses", default: false, description: "Sends from fixed IP addresses." }),
  encryptedPaths: z.array(z.string().max(1000)).max(100).meta({ description: "JSON paths of the body's encrypted fields." }),
}).meta({ id: "ServerTarget", ...NOT_FOR_VISITORS });
export type ServerTarget = z.infer<typeof ServerTarget>;

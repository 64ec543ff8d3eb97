import { z } from "zod";
import { Instant } from "../wire/instant.ts";
import { Secret } from "../wire/secret.ts";
import { WebOrigin } from "../wire/web-origin.ts";
import { AuthenticationPlan } from "./authentication-plan.ts";
import { credential, PlainKey } from "./credential-name.ts";

/**
 * An editor chooses where a tool sends its requests, an admin chooses to which servers the credential may be sent. Without the list, it
 * is not sent. Callwright only.
 */
const allowedOrigins = z.array(WebOrigin).min(1).max(100).optional().meta({
  title: "Allowed servers",
  description:
    "The credential is only sent to these servers, for example https://api.example.com. Without servers, it is not sent.",
});

/** The public key for fields in `encryptedPaths`. */
const EncryptionPlan = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("public-key"),
    algorithm: z.literal("RSA-OAEP-256"),
    publicKey: z.discriminatedUnion("format", [
      z.strictObject({
        format: z.literal("spki-pem"),
        name: z.string().max(100).optional(),
        pem: z.string().min(1).max(10_000).meta({ title: "Public key (PEM)" }),
      }),
    ]),
  }),
]);

/** The result of an OAuth authorization. */
const OAuth2Session = z.strictObject({
  accessToken: Secret.optional(),
  expiresAt: Instant.optional(),
  refreshToken: Secret.optional(),
});

/** A credential with the id of a sign-in. Connecting the account sets it. */
const signedIn = <const Provider extends string>(provider: Provider) =>
  credential(provider, { authorizationId: PlainKey.meta({ title: "Authorization", connects: [provider] }) });

/** Your own servers, and services with user authorization. */
export const serviceCredentials = [
  credential("webhook", { authenticationPlan: AuthenticationPlan, allowedOrigins }),
  credential("custom-credential", {
    authenticationPlan: AuthenticationPlan,
    allowedOrigins,
    encryptionPlan: EncryptionPlan.optional(),
  }),
  credential("google.calendar.oauth2-client", {}),
  signedIn("google.calendar.oauth2-authorization"),
  signedIn("google.sheets.oauth2-authorization"),
  signedIn("slack.oauth2-authorization"),
  credential("ghl.oauth2-authorization", { authenticationSession: OAuth2Session }),
  credential("email", { email: z.email() }),
  /** Secret, because anyone with the URL can post. */
  credential("slack-webhook", { webhookUrl: Secret.meta({ title: "Webhook URL" }) }),
] as const;

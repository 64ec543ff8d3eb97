import { z } from "zod";
import { Instant } from "../wire/instant.ts";
import { Secret } from "../wire/secret.ts";
import { WebOrigin } from "../wire/web-origin.ts";
import { AuthenticationPlan } from "./authentication-plan.ts";
import { CredentialName, PlainKey } from "./credential-name.ts";

const name = CredentialName;

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

/** The id of a sign-in. Connecting the account sets it. */
const authorizationId = (provider: string) => PlainKey.meta({ title: "Authorization", connects: [provider] });

/** Your own servers, and services with user authorization. */
export const serviceCredentials = [
  z.strictObject({ provider: z.literal("webhook"), name, authenticationPlan: AuthenticationPlan, allowedOrigins }),
  z.strictObject({
    provider: z.literal("custom-credential"),
    name,
    authenticationPlan: AuthenticationPlan,
    allowedOrigins,
    encryptionPlan: EncryptionPlan.optional(),
  }),
  z.strictObject({ provider: z.literal("google.calendar.oauth2-client"), name }),
  z.strictObject({
    provider: z.literal("google.calendar.oauth2-authorization"),
    name,
    authorizationId: authorizationId("google.calendar.oauth2-authorization"),
  }),
  z.strictObject({
    provider: z.literal("google.sheets.oauth2-authorization"),
    name,
    authorizationId: authorizationId("google.sheets.oauth2-authorization"),
  }),
  z.strictObject({
    provider: z.literal("slack.oauth2-authorization"),
    name,
    authorizationId: authorizationId("slack.oauth2-authorization"),
  }),
  z.strictObject({ provider: z.literal("ghl.oauth2-authorization"), name, authenticationSession: OAuth2Session }),
  z.strictObject({ provider: z.literal("email"), name, email: z.email() }),
  /** Secret, because anyone with the URL can post. */
  z.strictObject({ provider: z.literal("slack-webhook"), name, webhookUrl: Secret.meta({ title: "Webhook URL" }) }),
] as const;

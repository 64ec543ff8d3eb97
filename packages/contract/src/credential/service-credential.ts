import { z } from "zod";
import { Secret } from "../secret.ts";
import { AuthenticationPlan } from "./authentication-plan.ts";
import { CredentialName, PlainKey } from "./credential-name.ts";

const name = CredentialName;

/** Fields a request lists in `encryptedPaths` are encrypted for the holder of this key's other half. */
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

/** What an authorisation yielded. */
const OAuth2Session = z.strictObject({
  accessToken: Secret.optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  refreshToken: Secret.optional(),
});

/** Servers of one's own, and services that are reached on somebody's behalf. */
export const serviceCredentials = [
  z.strictObject({ provider: z.literal("webhook"), name, authenticationPlan: AuthenticationPlan }),
  z.strictObject({
    provider: z.literal("custom-credential"),
    name,
    authenticationPlan: AuthenticationPlan,
    encryptionPlan: EncryptionPlan.optional(),
  }),
  z.strictObject({ provider: z.literal("google.calendar.oauth2-client"), name }),
  z.strictObject({ provider: z.literal("google.calendar.oauth2-authorization"), name, authorizationId: PlainKey }),
  z.strictObject({ provider: z.literal("google.sheets.oauth2-authorization"), name, authorizationId: PlainKey }),
  z.strictObject({ provider: z.literal("slack.oauth2-authorization"), name, authorizationId: PlainKey }),
  z.strictObject({ provider: z.literal("ghl.oauth2-authorization"), name, authenticationSession: OAuth2Session }),
  z.strictObject({ provider: z.literal("email"), name, email: z.email() }),
  /** The address itself lets anyone post. */
  z.strictObject({ provider: z.literal("slack-webhook"), name, webhookUrl: Secret.meta({ title: "Webhook URL" }) }),
] as const;

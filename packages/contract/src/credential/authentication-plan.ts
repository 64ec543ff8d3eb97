import { z } from "zod";
import { Secret } from "../secret.ts";

const HttpsUrl = z.url({ protocol: /^https?$/ });
const HeaderName = z.string().min(1).max(200);

/** A token is fetched with the client's id and secret, and sent as a bearer. */
export const OAuth2Plan = z.strictObject({
  type: z.literal("oauth2"),
  url: HttpsUrl.meta({ title: "Token URL" }),
  clientId: z.string().min(1).max(1000).meta({ title: "Client id" }),
  clientSecret: Secret.meta({ title: "Client secret" }),
  scope: z.string().max(1000).optional(),
});

/** Each request is signed. */
export const HmacPlan = z.strictObject({
  type: z.literal("hmac"),
  secretKey: Secret,
  algorithm: z.enum(["sha256", "sha512", "sha1"]),
  signatureHeader: HeaderName.optional().meta({ default: "x-signature" }),
  timestampHeader: HeaderName.optional().meta({ default: "x-timestamp" }),
  /** Before the signature in its header: `sha256=`. */
  signaturePrefix: z.string().max(100).optional(),
  includeTimestamp: z.boolean().optional().meta({ default: true }),
  /** What is signed, with `{body}`, `{timestamp}`, `{method}`, `{url}` and `{svix-id}` filled in. Unset: `{timestamp}.{body}`, or the body alone. */
  payloadFormat: z.string().max(1000).optional(),
  /** Header with the message's own id. */
  messageIdHeader: HeaderName.optional(),
  signatureEncoding: z.enum(["hex", "base64"]).optional().meta({ default: "hex" }),
  /** Is the secret key itself base64? */
  secretIsBase64: z.boolean().optional().meta({ default: false }),
});

/** The same token goes with each request. */
export const BearerPlan = z.strictObject({
  type: z.literal("bearer"),
  token: Secret,
  headerName: HeaderName.optional().meta({ default: "Authorization" }),
  bearerPrefixEnabled: z.boolean().optional().meta({ title: "With the word Bearer", default: true }),
});

/** How requests to somebody's server prove who sends them. */
export const AuthenticationPlan = z.discriminatedUnion("type", [OAuth2Plan, HmacPlan, BearerPlan]);
export type AuthenticationPlan = z.infer<typeof AuthenticationPlan>;

/** Keys of an AWS user, or a role to take on. */
export const AwsAuthenticationPlan = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("aws-iam"),
    awsAccessKeyId: z.string().min(1).max(128).meta({ title: "Access key id" }),
    awsSecretAccessKey: z.string().min(1).max(256).meta({ title: "Secret access key", secret: true }),
  }),
  z.strictObject({
    type: z.literal("aws-sts"),
    roleArn: z.string().min(1).max(2048).meta({ title: "Role ARN" }),
    externalId: z.string().min(1).max(256).optional().meta({ title: "External id" }),
  }),
]);

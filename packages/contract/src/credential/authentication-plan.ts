import { z } from "zod";
import { Secret } from "../wire/secret.ts";

const HttpsUrl = z.url({ protocol: /^https?$/ });
const HeaderName = z.string().min(1).max(200);

/** Fetches a token with the client id and secret, and sends it as a bearer. */
export const OAuth2Plan = z.strictObject({
  type: z.literal("oauth2"),
  url: HttpsUrl.meta({ title: "Token URL" }),
  clientId: z.string().min(1).max(1000).meta({ title: "Client id" }),
  clientSecret: Secret.meta({ title: "Client secret" }),
  scope: z.string().max(1000).optional(),
});

/** Signs each request. */
export const HmacPlan = z.strictObject({
  type: z.literal("hmac"),
  secretKey: Secret,
  algorithm: z.enum(["sha256", "sha512", "sha1"]),
  signatureHeader: HeaderName.optional().meta({ default: "x-signature" }),
  timestampHeader: HeaderName.optional().meta({ default: "x-timestamp" }),
  /** Prefix of the signature in its header: `sha256=`. */
  signaturePrefix: z.string().max(100).optional(),
  includeTimestamp: z.boolean().optional().meta({ default: true }),
  /** Template of the signed text: `{body}`, `{timestamp}`, `{method}`, `{url}`, `{svix-id}`. Unset: `{timestamp}.{body}`, or only the body. */
  payloadFormat: z.string().max(1000).optional(),
  /** Header with the message id. */
  messageIdHeader: HeaderName.optional(),
  signatureEncoding: z.enum(["hex", "base64"]).optional().meta({ default: "hex" }),
  /** The secret key is base64. */
  secretIsBase64: z.boolean().optional().meta({ default: false }),
});

/** Sends the same token with each request. */
export const BearerPlan = z.strictObject({
  type: z.literal("bearer"),
  token: Secret,
  headerName: HeaderName.optional().meta({ default: "Authorization" }),
  bearerPrefixEnabled: z.boolean().optional().meta({ title: "Bearer prefix", default: true }),
});

/** How requests authenticate at a server. */
export const AuthenticationPlan = z.discriminatedUnion("type", [OAuth2Plan, HmacPlan, BearerPlan]);
export type AuthenticationPlan = z.infer<typeof AuthenticationPlan>;

/** Keys of an AWS user, or a role to assume. */
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

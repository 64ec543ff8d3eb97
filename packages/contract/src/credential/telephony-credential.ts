import { z } from "zod";
import { Secret } from "../wire/secret.ts";
import { credential, PlainKey } from "./credential-name.ts";

const Gateway = z.strictObject({
  ip: z.string().min(1).max(255).meta({ title: "IP address" }),
  port: z.number().int().min(1).max(65_535).optional().meta({ default: 5060 }),
  netmask: z.number().int().min(24).max(32).optional().meta({ default: 32 }),
  inboundEnabled: z.boolean().optional().meta({ default: true }),
  outboundEnabled: z.boolean().optional().meta({ default: true }),
  outboundProtocol: z.enum(["udp", "tcp", "tls", "tls/srtp"]).optional().meta({ default: "udp" }),
  /** Checks the gateway periodically. */
  optionsPingEnabled: z.boolean().optional().meta({ default: false }),
});

const OutboundAuthenticationPlan = z.strictObject({
  authUsername: z.string().max(1000).optional().meta({ title: "User name" }),
  authPassword: Secret.optional().meta({ title: "Password" }),
  /** Registers with the trunk, instead of authenticating by IP address. */
  sipRegisterPlan: z
    .strictObject({
      domain: z.string().max(1000).optional(),
      username: z.string().max(1000).optional(),
      realm: z.string().max(1000).optional(),
    })
    .optional()
    .meta({ title: "SIP registration" }),
});

export const telephonyCredentials = [
  credential("twilio", {
    accountSid: PlainKey.meta({ title: "Account SID" }),
    authToken: Secret.optional().meta({ description: "Or an API key and its secret." }),
    apiKey: Secret.optional().meta({ title: "API key" }),
    apiSecret: Secret.optional().meta({ title: "API key's secret" }),
  }),
  credential("vonage", {
    apiKey: PlainKey.meta({ title: "API key" }),
    apiSecret: Secret.meta({ title: "API secret" }),
    /** Callwright only, as the next two: calls need them. */
    applicationId: PlainKey.optional().meta({ title: "Application ID" }),
    privateKey: Secret.optional().meta({
      title: "Private key",
      description: "Of the application, in the form of PEM. This server calls with it.",
    }),
    signatureSecret: Secret.optional().meta({
      title: "Signature secret",
      description: "Of the Vonage account, from its API settings. This server checks with it that requests come from Vonage.",
    }),
  }),
  /** Callwright only: the platform names no credential for its numbers of Telnyx. */
  credential("telnyx", {
    apiKey: Secret.meta({ title: "API key" }),
    publicKey: PlainKey.meta({
      title: "Public key",
      description: "Public key of the Telnyx account. This server checks with it that requests come from Telnyx.",
    }),
  }),
  credential("byo-sip-trunk", {
    gateways: z.array(Gateway).min(1).max(100),
    outboundAuthenticationPlan: OutboundAuthenticationPlan.optional(),
    /** Dials numbers with a leading `+`. */
    outboundLeadingPlusEnabled: z.boolean().optional().meta({ default: false }),
    /** Prefix of each dialed number. */
    techPrefix: z.string().max(10_000).optional(),
    sipDiversionHeader: z.string().max(10_000).optional().meta({ title: "SIP diversion header" }),
  }),
] as const;

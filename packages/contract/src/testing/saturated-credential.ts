import type { CreateCredential } from "../credential/credential.ts";
import { ADDRESSED_KEY_PROVIDERS, KEY_PROVIDERS } from "../credential/key-credential.ts";

const name = "Sample";
const apiKey = "sample-key";
const fallbackIndex = 2;

const oauth2 = {
  type: "oauth2",
  url: "https://auth.example/token",
  clientId: "client",
  clientSecret: "client-secret",
  scope: "calls",
} as const;

const hmac = {
  type: "hmac",
  secretKey: "hmac-secret",
  algorithm: "sha512",
  signatureHeader: "x-sign",
  timestampHeader: "x-time",
  signaturePrefix: "sha512=",
  includeTimestamp: false,
  payloadFormat: "{body}",
  messageIdHeader: "x-message",
  signatureEncoding: "base64",
  secretIsBase64: true,
} as const;

const bearer = { type: "bearer", token: "bearer-token", headerName: "X-Key", bearerPrefixEnabled: false } as const;

const accounts: CreateCredential[] = [
  { provider: "11labs", name, apiKey, apiUrl: "https://api.eu.residency.elevenlabs.io" },
  { provider: "custom-llm", name, apiKey, apiUrl: "https://sample.example/v1", authenticationPlan: oauth2 },
  {
    provider: "azure-openai",
    name,
    region: "westeurope",
    models: ["gpt-4o"],
    openAIKey: apiKey,
    ocpApimSubscriptionKey: "subscription",
    openAIEndpoint: "https://sample.example",
  },
  {
    provider: "anthropic-bedrock",
    name,
    region: "eu-west-3",
    authenticationPlan: { type: "aws-iam", awsAccessKeyId: "id", awsSecretAccessKey: "secret" },
  },
  {
    provider: "anthropic-bedrock",
    name,
    region: "eu-west-3",
    authenticationPlan: { type: "aws-sts", roleArn: "arn:aws:iam::1:role/x", externalId: "external" },
  },
  { provider: "microsoft", name, apiKey, region: "westus" },
  { provider: "playht", name, apiKey, userId: "user" },
  { provider: "minimax", name, apiKey, groupId: "group" },
  { provider: "langfuse", name, publicKey: "public", apiKey, apiUrl: "https://langfuse.example" },
  { provider: "make", name, teamId: "team", region: "eu1", apiKey },
];

const stores: CreateCredential[] = [
  {
    provider: "s3",
    name,
    awsAccessKeyId: "id",
    awsSecretAccessKey: "secret",
    region: "eu-central-1",
    s3BucketName: "bucket",
    s3PathPrefix: "calls",
    fallbackIndex,
  },
  {
    provider: "s3-compatible",
    name,
    bucketPlan: {
      name: "bucket",
      url: "https://s3.example",
      region: "x",
      accessKeyId: "id",
      secretAccessKey: "secret",
      path: "calls",
    },
    fallbackIndex,
  },
  {
    provider: "gcp",
    name,
    gcpKey: {
      type: "service_account",
      projectId: "project",
      privateKeyId: "key-id",
      privateKey: "pem",
      clientEmail: "a@project.example",
      clientId: "client",
      authUri: "https://auth.example",
      tokenUri: "https://token.example",
      authProviderX509CertUrl: "https://certs.example",
      clientX509CertUrl: "https://cert.example",
      universeDomain: "googleapis.com",
    },
    region: "europe-west1",
    bucketPlan: { name: "bucket", region: "europe-west1", path: "calls", hmacAccessKey: "id", hmacSecret: "secret" },
    fallbackIndex,
  },
  {
    provider: "cloudflare",
    name,
    accountId: "account",
    apiKey,
    accountEmail: "a@b.example",
    bucketPlan: { name: "bucket", accessKeyId: "id", secretAccessKey: "secret", url: "https://r2.example", path: "calls" },
    fallbackIndex,
  },
  {
    provider: "supabase",
    name,
    bucketPlan: {
      name: "bucket",
      region: "eu-central-1",
      url: "https://x.supabase.example/storage/v1/s3",
      accessKeyId: "id",
      secretAccessKey: "secret",
      path: "calls",
    },
    fallbackIndex,
  },
  {
    provider: "azure",
    name,
    service: "blob_storage",
    region: "uk",
    apiKey,
    bucketPlan: { connectionString: "AccountKey=secret", containerName: "calls", path: "/x" },
    fallbackIndex,
  },
];

const phones: CreateCredential[] = [
  { provider: "twilio", name, accountSid: "AC1", authToken: "token", apiKey, apiSecret: "secret" },
  {
    ...{ provider: "vonage", name, apiKey, apiSecret: "secret" },
    ...{ applicationId: "an id", privateKey: "a key", signatureSecret: "another secret" },
  },
  { provider: "telnyx", name, apiKey, publicKey: "a key" },
  {
    provider: "byo-sip-trunk",
    name,
    gateways: [
      {
        ip: "192.0.2.1",
        port: 5061,
        netmask: 24,
        inboundEnabled: false,
        outboundEnabled: false,
        outboundProtocol: "tls",
        optionsPingEnabled: true,
      },
    ],
    outboundAuthenticationPlan: {
      authUsername: "user",
      authPassword: "password",
      sipRegisterPlan: { domain: "sip.example", username: "user", realm: "realm" },
    },
    outboundLeadingPlusEnabled: true,
    techPrefix: "9",
    sipDiversionHeader: "x",
  },
];

const services: CreateCredential[] = [
  ...[oauth2, hmac, bearer].map(
    (authenticationPlan): CreateCredential => ({
      provider: "webhook",
      name,
      authenticationPlan,
      allowedOrigins: ["https://hooks.example"],
    }),
  ),
  ...[oauth2, hmac, bearer].map(
    (authenticationPlan): CreateCredential => ({
      provider: "custom-credential",
      name,
      authenticationPlan,
      allowedOrigins: ["https://hooks.example"],
      encryptionPlan: {
        type: "public-key",
        algorithm: "RSA-OAEP-256",
        publicKey: { format: "spki-pem", name: "key", pem: "pem" },
      },
    }),
  ),
  { provider: "google.calendar.oauth2-client", name },
  { provider: "google.calendar.oauth2-authorization", name, authorizationId: "authorization" },
  { provider: "google.sheets.oauth2-authorization", name, authorizationId: "authorization" },
  { provider: "slack.oauth2-authorization", name, authorizationId: "authorization" },
  {
    provider: "ghl.oauth2-authorization",
    name,
    authenticationSession: { accessToken: "access", expiresAt: "2030-01-01T00:00:00.000Z", refreshToken: "refresh" },
  },
  { provider: "email", name, email: "a@b.example" },
  { provider: "slack-webhook", name, webhookUrl: "https://hooks.slack.example/x" },
];

/** One credential of every provider and authentication type, with every field set. */
export const saturatedCredentials: CreateCredential[] = [
  ...KEY_PROVIDERS.map((provider): CreateCredential => ({ provider, name, apiKey })),
  ...ADDRESSED_KEY_PROVIDERS.map((provider): CreateCredential => ({ provider, name, apiKey, apiUrl: "https://api.example" })),
  ...accounts,
  ...stores,
  ...phones,
  ...services,
];

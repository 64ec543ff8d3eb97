import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { describeRoutes } from "../wire/noun.ts";
import { credentialNoun } from "./credential-noun.ts";

/** Services that are connected by signing in. */
export const CONNECTABLE_PROVIDERS = [
  "google.calendar.oauth2-client",
  "google.calendar.oauth2-authorization",
  "google.sheets.oauth2-authorization",
  "slack.oauth2-authorization",
  /** Callwright only. */
  "ghl.oauth2-authorization",
] as const;
export type ConnectableProvider = (typeof CONNECTABLE_PROVIDERS)[number];

export const CreateCredentialSession = z.strictObject({
  provider: z.enum(CONNECTABLE_PROVIDERS),
  /** The credential that is connected again. Default: a new one. Callwright only. */
  credentialId: Id.optional(),
});
export type CreateCredentialSession = z.infer<typeof CreateCredentialSession>;

/** Permits one sign-in. */
export const CredentialSession = z.looseObject({
  sessionToken: z.string(),
  /** The page where an admin of the organization signs in at the service. Callwright only. */
  connectUrl: z.string().optional(),
  /** Callwright only. */
  expiresAt: z.string().optional(),
});
export type CredentialSession = z.infer<typeof CredentialSession>;

/** The result of a sign-in, from the service that ran it. Unknown fields are accepted. */
export const CredentialWebhook = z.looseObject({
  type: z.enum(["auth", "sync", "forward"]),
  operation: z.enum(["creation", "override", "refresh"]),
  from: z.string().max(1000),
  connectionId: z.string().max(1000),
  authMode: z.enum(["OAUTH2", "API_KEY", "BASIC"]),
  providerConfigKey: z.string().max(1000),
  provider: z.string().max(1000),
  environment: z.string().max(1000),
  success: z.boolean(),
  endUser: z.looseObject({
    endUserId: z.string().max(1000),
    organizationId: z.string().max(1000),
    endUserEmail: z.string().max(1000).nullable().optional(),
  }),
  error: z.looseObject({ type: z.string().max(1000), description: z.string().max(10_000) }).optional(),
});
export type CredentialWebhook = z.infer<typeof CredentialWebhook>;

export const TriggerCredentialAction = z.strictObject({
  action_name: z.string().min(1).max(1000),
  input: z.record(z.string(), z.unknown()),
});
export type TriggerCredentialAction = z.infer<typeof TriggerCredentialAction>;

export const credentialSessionRoutes = describeRoutes(credentialNoun.addresses, {
  createCredentialSession: {
    role: "admin",
    body: CreateCredentialSession,
    response: CredentialSession,
    status: 201,
    summary: "Start connecting a service by sign-in",
  },
  receiveCredentialWebhook: {
    scope: "none",
    role: "viewer",
    body: CredentialWebhook,
    response: z.void(),
    status: 201,
    summary: "Receive the result of a sign-in; ignored without a valid signature",
  },
  triggerCredentialAction: {
    body: TriggerCredentialAction,
    response: z.void(),
    status: 201,
    summary: "Run an action of a connected service",
  },
});

import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { KindPatch } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { secretPathsOf } from "../wire/secret.ts";
import { accountCredentials } from "./account-credential.ts";
import { CredentialName } from "./credential-name.ts";
import { credentialNoun } from "./credential-noun.ts";
import { addressedKeyCredentials, elevenLabsCredential, keyCredentials } from "./key-credential.ts";
import { serviceCredentials } from "./service-credential.ts";
import { storageCredentials } from "./storage-credential.ts";
import { telephonyCredentials } from "./telephony-credential.ts";

/**
 * A key for an external service. Unknown fields are rejected, even a provider's own: a field that the contract does not name would
 * be stored unencrypted and returned.
 */
export const CreateCredential = z.discriminatedUnion("provider", [
  elevenLabsCredential,
  ...keyCredentials,
  ...addressedKeyCredentials,
  ...accountCredentials,
  ...storageCredentials,
  ...telephonyCredentials,
  ...serviceCredentials,
]);
export type CreateCredential = z.infer<typeof CreateCredential>;

/** Paths of the secrets by provider. Secrets are stored encrypted and never returned. */
export const CREDENTIAL_SECRETS: ReadonlyMap<string, readonly string[]> = new Map(
  CreateCredential.options.map((option) => [option.shape.provider.value, secretPathsOf(option)]),
);

export type CredentialProvider = CreateCredential["provider"];
export const CREDENTIAL_PROVIDERS = CreateCredential.options.map((option) => option.shape.provider.value);

/** The account of a credential that was connected by signing in. */
export const CredentialConnection = z.looseObject({
  /** `expired`: the service no longer accepts the sign-in. Connect it again. */
  status: z.enum(["connected", "expired"]),
  /** An email address, or the name of a workspace or a location. */
  account: z.string().optional(),
  /** Absent for tokens that came with a request. */
  connectedAt: z.string().optional(),
  /** The account's id at the service. */
  accountId: z.string().optional(),
  /** Why it is expired. */
  reason: z.string().optional(),
  /** The location of GoHighLevel. */
  locationId: z.string().optional(),
});
export type CredentialConnection = z.infer<typeof CredentialConnection>;

/** Besides these, the fields of its provider without the secrets. */
export const Credential = z.looseObject({
  ...EntityFields,
  provider: z.enum(CREDENTIAL_PROVIDERS),
  name: CredentialName,
  /** Paths of the stored secrets. Callwright only. */
  storedSecrets: z.array(z.string()),
  /** Absent before the first sign-in. Callwright only. */
  connection: CredentialConnection.optional(),
});
export type Credential = z.infer<typeof Credential>;

export const credentialRoutes = resourceRoutes(credentialNoun, {
  create: CreateCredential,
  update: KindPatch,
  entity: Credential,
  writeRole: "admin",
});

import { z } from "zod";
import { EntityFields } from "../entity.ts";
import { KindPatch } from "../patch-of.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { secretPathsOf } from "../secret.ts";
import { accountCredentials } from "./account-credential.ts";
import { CredentialName } from "./credential-name.ts";
import { addressedKeyCredentials, elevenLabsCredential, keyCredentials } from "./key-credential.ts";
import { serviceCredentials } from "./service-credential.ts";
import { storageCredentials } from "./storage-credential.ts";
import { telephonyCredentials } from "./telephony-credential.ts";

/**
 * A key to somebody else's service. Unknown fields are refused, also those only a provider knows: what is not named in the contract would
 * be neither encrypted nor kept back.
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
export type CredentialProvider = CreateCredential["provider"];

/** By provider, paths of what is stored encrypted and never returned. */
export const CREDENTIAL_SECRETS: ReadonlyMap<string, readonly string[]> = new Map(
  CreateCredential.options.map((option) => [option.shape.provider.value, secretPathsOf(option)]),
);

export const CREDENTIAL_PROVIDERS = CreateCredential.options.map((option) => option.shape.provider.value);

/** The fields of its kind beside these, without the secrets. */
export const Credential = z.looseObject({
  ...EntityFields,
  provider: z.enum(CREDENTIAL_PROVIDERS),
  name: CredentialName,
  /** Paths of the secrets it holds. Ours. */
  storedSecrets: z.array(z.string()),
});
export type Credential = z.infer<typeof Credential>;

export const credentialRoutes = resourceRoutes({
  name: "Credential",
  path: "/credential",
  noun: "credential",
  create: CreateCredential,
  update: KindPatch,
  entity: Credential,
  writeRole: "admin",
});

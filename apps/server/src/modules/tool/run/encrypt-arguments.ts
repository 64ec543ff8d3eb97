import { constants, createPublicKey, type KeyObject, publicEncrypt } from "node:crypto";
import { type Fields, isFields } from "@callwright/contract";
import type { ResourceContext } from "../../../platform/resource-kit/resource-service.ts";
import { findResource } from "../../../platform/resource-kit/resource-store.ts";
import { credential } from "../../credential/tables.ts";
import { asFields } from "./fill-schema.ts";
import { ToolRequestError } from "./request-address.ts";

/** Arguments of a tool, with the values at its paths encrypted. */
export type EncryptArguments = (given: Fields) => Fields;

interface Encrypted {
  encryptedPaths?: string[] | undefined;
  credentialId?: string | undefined;
}

/** RSA-OAEP with SHA-256 adds this many bytes to a value. */
const OAEP_BYTES = 66;
/** Refuses paths into lists and other special paths, so that no value that was meant stays unencrypted. */
const PATH = /^[^.[\]*$]+(\.[^.[\]*$]+)*$/;

/**
 * Encrypts the arguments that a tool's `encryptedPaths` name, by the public key of its credential: each value becomes base64 text, and a value
 * that is no text is encrypted as JSON. Source: https://docs.vapi.ai/tools/encryption, 2026-11-27. Fails with a `ToolRequestError`.
 */
export async function openEncryption(
  { db }: Pick<ResourceContext, "db">,
  orgId: string,
  { encryptedPaths = [], credentialId }: Encrypted,
): Promise<EncryptArguments> {
  if (encryptedPaths.length === 0) return (given) => given;
  const paths = encryptedPaths.map((path) => path.replace(/^\$\./, ""));
  const wrong = paths.find((path) => !PATH.test(path));
  if (wrong !== undefined)
    throw new ToolRequestError(`its encryptedPaths have '${wrong}'. A path is like 'ssn' or 'payment.cardNumber'`);
  const row = credentialId && (await findResource(db, orgId, { table: credential }, credentialId.toLowerCase()));
  const plan = (row ? row.config.encryptionPlan : undefined) as { publicKey: { pem: string } } | undefined;
  if (!plan) throw new ToolRequestError("it has encryptedPaths, and no credential with a public key");
  const key = rsaKey(plan.publicKey.pem);
  return (given) => paths.reduce((values, path) => encryptAt(values, path.split("."), path, key), given);
}

/** Encrypts a value as if it were the argument at its path. */
export function encryptValue(encrypt: EncryptArguments, value: unknown, path: readonly string[]): unknown {
  const whole = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  if (!isFields(whole)) return value;
  return path.reduce<unknown>((inner, name) => asFields(inner)[name], encrypt(whole));
}

function rsaKey(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === "rsa") return key;
  } catch {
    // The message below explains it.
  }
  throw new ToolRequestError("the public key of its credential is no RSA key in PEM");
}

/** A path that the arguments do not have changes nothing. */
function encryptAt(values: Fields, [name = "", ...rest]: string[], path: string, key: KeyObject): Fields {
  const value = values[name];
  if (value === undefined || value === null) return values;
  if (rest.length === 0)
    return { ...values, [name]: encrypt(typeof value === "string" ? value : JSON.stringify(value), path, key) };
  if (typeof value !== "object" || Array.isArray(value))
    throw new ToolRequestError(`its argument '${name}' is no object, so that '${path}' cannot be encrypted`);
  return { ...values, [name]: encryptAt(value as Fields, rest, path, key) };
}

function encrypt(text: string, path: string, key: KeyObject): string {
  const bytes = Buffer.from(text);
  const maxBytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8 - OAEP_BYTES;
  if (bytes.length > maxBytes)
    throw new ToolRequestError(`its argument '${path}' is too long to be encrypted: this key takes ${maxBytes} bytes`);
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, bytes).toString("base64");
}

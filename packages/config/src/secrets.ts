import { CREDENTIAL_SECRETS, type Fields, isFields, PHONE_NUMBER_SECRETS } from "@callwright/contract";
import type { Folder } from "./kinds.ts";
import { mapValues, type Path, valueAt } from "./values.ts";
import { variablesOf } from "./variables.ts";

/** A secret of the server. Files name the environment variable that has its value. */
export class SecretValue {
  readonly variable: string;
  /** Undefined if the server does not return it. */
  readonly value: string | undefined;

  constructor(variable: string, value?: string) {
    this.variable = variable;
    this.value = value;
  }
}

/** Fields whose values the server stores encrypted. */
const HEADER_FIELDS: ReadonlySet<string | number> = new Set(["headers", "sipHeaders"]);
/** Headers without secrets. All others may contain one. */
const PLAIN_HEADERS = /^(accept(-.*)?|cache-control|content-(language|type)|user-agent)$/i;
/** Names of fields that are secrets although the contract does not mark them, such as in users' own data: `api_key`, `accessToken`. */
const SECRET_NAME =
  /(^| )(secret|password|passphrase|token|authorization|apikey|(access|api|auth|encryption|private|secret|signing|subscription) key)( value)?$/;

/** A copy with each secret as a `SecretValue`. The variables are named after `owner` and the field. */
export function markSecrets(folder: Folder, owner: string, value: Fields, unreturned: readonly string[]): Fields {
  const taken = new Set<string>();
  const secret = (path: Path, text?: string) => new SecretValue(variableName(owner, path, taken), text);
  const marked = mapSecrets(folder, value, secret);
  for (const dotted of unreturned) insert(marked, dotted.split("."), secret);
  return marked;
}

/** A copy of a file's value without plain secrets. Variables stay. */
export function hideSecrets(folder: Folder, value: Fields): Fields {
  return mapSecrets(folder, value, (_, text) => (variablesOf(text).length > 0 ? text : new SecretValue("", text)));
}

function mapSecrets(folder: Folder, value: Fields, change: (path: Path, text: string) => unknown): Fields {
  const marked = new Set(markedSecrets(folder, value));
  return mapValues(value, (inner, path) => {
    if (typeof inner !== "string" || inner === "") return undefined;
    return marked.has(path.join(".")) || isSecret(value, path) ? change(path, inner) : undefined;
  }) as Fields;
}

/** The paths that the contract marks as secrets. */
function markedSecrets(folder: Folder, { provider }: Fields): readonly string[] {
  if (folder === "phone-numbers") return PHONE_NUMBER_SECRETS;
  return folder === "credentials" ? (CREDENTIAL_SECRETS.get(String(provider)) ?? []) : [];
}

/** The paths of secrets that the server stores and does not return. */
export function unreturnedSecrets(folder: Folder, entity: Fields): readonly string[] {
  if (Array.isArray(entity.storedSecrets)) return entity.storedSecrets.map(String);
  if (folder !== "credentials") return [];
  // Another server does not report which secrets it has.
  return markedSecrets(folder, entity).filter((path) => {
    const keys = path.split(".");
    return valueAt(entity, keys) === undefined && isFields(valueAt(entity, keys.slice(0, -1)));
  });
}

function isSecret(root: Fields, path: Path): boolean {
  const last = path.at(-1);
  const name = typeof last === "number" ? path.at(-2) : last;
  if (typeof name !== "string") return false;
  const headersAt = path.findIndex((key) => HEADER_FIELDS.has(key));
  if (headersAt >= 0) return isSecretHeader(valueAt(root, path.slice(0, headersAt + 1)), path.slice(headersAt + 1));
  if (path.length === 3 && path[0] === "environmentVariables" && name === "value") return true;
  // The static parameters of a tool: `{ key: "apiKey", value: "…" }`.
  const key = name === "value" ? valueAt(root, [...path.slice(0, -1), "key"]) : name;
  // The address of an incoming webhook of Slack is all that a message needs.
  return typeof key === "string" && (key === "slackWebhookUrl" || SECRET_NAME.test(wordsOf(key)));
}

/** `accessToken`, `ACCESS_TOKEN` → `access token` */
function wordsOf(name: string): string {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return spaced
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
}

/** Whether the path is a header's value, also in a schema of headers: `properties.Authorization.value`. */
function isSecretHeader(headers: unknown, path: Path): boolean {
  const [first, header, field] = path;
  const isSchema = isFields(headers) && headers.type === "object";
  if (!isSchema) return path.length === 1 && !PLAIN_HEADERS.test(String(first));
  return (
    path.length === 3 &&
    first === "properties" &&
    (field === "value" || field === "default") &&
    !PLAIN_HEADERS.test(String(header))
  );
}

function insert(root: Fields, path: readonly string[], secret: (path: Path) => SecretValue): void {
  const last = path.at(-1);
  const parent = path.slice(0, -1).reduce<unknown>((inner, key) => {
    // An entry of a list is found by its name.
    if (Array.isArray(inner)) return inner.find((each) => isFields(each) && each.name === key);
    return isFields(inner) ? inner[key] : undefined;
  }, root);
  if (last !== undefined && isFields(parent) && parent[last] === undefined) parent[last] = secret(path);
}

/** Words of a path that do not describe the secret. */
const PLAIN_WORDS: ReadonlySet<string> = new Set([
  "server",
  "headers",
  "properties",
  "value",
  "default",
  "model",
  "authenticationPlan",
  "environmentVariables",
]);

/** `tool find-person` and `server.headers.Authorization` → `TOOL_FIND_PERSON_AUTHORIZATION`. */
function variableName(owner: string, path: Path, taken: Set<string>): string {
  const words = path.filter((key) => typeof key === "string" && !PLAIN_WORDS.has(key));
  const name = [owner, ...words]
    .map((word) => String(word).replace(/([a-z0-9])([A-Z])/g, "$1_$2"))
    .join("_")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_");
  const wanted = /^\d/.test(name) ? `_${name}` : name;
  let unique = wanted;
  for (let count = 2; taken.has(unique); count++) unique = `${wanted}_${count}`;
  taken.add(unique);
  return unique;
}

import { type Fields, isFields } from "@callwright/contract";
import { type Folder, KINDS } from "./kinds.ts";
import type { Known } from "./match.ts";
import type { Desired } from "./read-files.ts";
import { mapReferences } from "./references.ts";
import { markSecrets, SecretValue, unreturnedSecrets } from "./secrets.ts";

/** Slugs by kind and id. */
export type Slugs = ReadonlyMap<string, string>;

const idKey = (folder: Folder, id: string) => `${folder} ${id}`;

export function slugsOf(known: readonly Known[]): Slugs {
  return new Map(
    known.map(({ folder, entity, slug, key }): [string, string] =>
      // A test is a scenario of its suite: `smoke/asks-for-ada`.
      folder === "tests" ? [idKey("scenarios", entity.id), key.slice(key.indexOf("/") + 1)] : [idKey(folder, entity.id), slug],
    ),
  );
}

/** A copy with slugs instead of the ids that are known. */
export function withSlugs(value: Fields, slugs: Slugs): Fields {
  return mapReferences(value, (folder, id) => slugs.get(idKey(folder, id)));
}

/** A resource of the server in the form of files, with each secret as a `SecretValue`. */
export function portableOf({ folder, slug, key, entity }: Known, slugs: Slugs): Fields {
  const { omitted, noun } = KINDS[folder];
  // Resources of two kinds can have the same slug. A credential's own name is clear enough: `OPENAI_API_KEY`.
  const owner = folder === "credentials" ? slug : `${noun} ${key.slice(key.indexOf("/") + 1)}`;
  const written = Object.fromEntries(Object.entries(entity).filter(([field]) => !omitted.includes(field)));
  const marked = markSecrets(folder, owner, withSlugs(written, slugs), unreturnedSecrets(folder, entity));
  return inOrder(marked) as Fields;
}

/** Includes the tests of a suite. */
export function wholeOf(known: Known, all: readonly Known[], slugs: Slugs): Fields {
  const value = portableOf(known, slugs);
  if (known.folder !== "test-suites") return value;
  const tests = all.filter(({ parent }) => parent === known.key).map((test) => portableOf(test, slugs));
  return tests.length > 0 ? { ...value, tests } : value;
}

/** The same for files. */
export function wholeFileOf(desired: Desired, all: readonly Desired[], slugs: Slugs): Fields {
  const tests = all.filter(({ parent }) => parent === desired.key).map(({ value }) => value);
  return withSlugs(tests.length > 0 ? { ...desired.value, tests } : desired.value, slugs);
}

/** Written first, in this order. All other fields follow alphabetically, because a database does not keep their order. */
const FIRST_FIELDS = ["name", "type", "provider", "role", "model", "voiceId", "number", "url", "description", "content"];
/** Objects whose keys are the user's own. */
const OWN_KEYS = new Set(["properties", "metadata", "variableValues", "headers"]);

function inOrder(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((inner) => inOrder(inner));
  if (!isFields(value) || value instanceof SecretValue) return value;
  const place = (field: string) => {
    const index = FIRST_FIELDS.indexOf(field);
    return index < 0 ? FIRST_FIELDS.length : index;
  };
  const fields = OWN_KEYS.has(key)
    ? Object.keys(value)
    : Object.keys(value).sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  return Object.fromEntries(fields.map((field) => [field, inOrder(value[field], field)]));
}

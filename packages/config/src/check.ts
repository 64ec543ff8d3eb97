import { type Fields, problemsIn, UNKNOWN_FIELD } from "@callwright/contract";
import type { Problem } from "./config-text.ts";
import { type Folder, KINDS } from "./kinds.ts";
import { type Desired, problemAt } from "./read-files.ts";
import { mapReferences, referencesOf } from "./references.ts";
import { isUuid } from "./slug.ts";
import { mapValues } from "./values.ts";
import { resolveText, type Variables } from "./variables.ts";

const ANY_ID = "00000000-0000-4000-8000-000000000000";

/** Checks a resource before anything is sent. `exists`: is there a resource of that slug in the files or on the server? */
export function checkDesired(desired: Desired, variables: Variables, exists: (folder: Folder, slug: string) => boolean) {
  const lost = referencesOf(desired.value).filter(({ folder, text }) => !isUuid(text) && !exists(folder, text));
  const checked = {
    /** References to missing resources. */
    lost: lost.map(({ folder, text, path }) =>
      problemAt(desired, path, `refers to ${folder}/${text}, which is neither in the files nor on the server`),
    ),
    /** Values that the contract refuses. */
    problems: desired.older.problems.map((message) => problemAt(desired, [], message)),
    /** Fields that the contract does not know. */
    unknown: [] as Problem[],
    /** Older names without effect. */
    warnings: [] as Problem[],
  };
  const said = new Map(desired.older.warnings.map(({ field, message }) => [field, message]));
  const { value, unset } = comparable(desired.value, variables);
  const parsed = KINDS[desired.folder].schema.safeParse(value, { reportInput: true });
  for (const { path: keys, message, isUnknown } of parsed.success ? [] : problemsIn(parsed.error)) {
    const path = keys.map((key) => (typeof key === "number" ? key : String(key)));
    if (unset.has(JSON.stringify(path))) continue;
    const warning = said.get(path.join(".")) ?? UNKNOWN_FIELD;
    if (isUnknown && warning === UNKNOWN_FIELD) checked.unknown.push(problemAt(desired, path, "is not a known field"));
    else if (!isUnknown) checked.problems.push(problemAt(desired, path, message));
  }
  for (const [field, message] of said)
    if (message !== UNKNOWN_FIELD) checked.warnings.push(problemAt(desired, field.split("."), message));
  return checked;
}

/** The value with ids and values in place of slugs and variables. `unset`: paths with variables that have no value here. */
function comparable(value: Fields, variables: Variables): { value: Fields; unset: Set<string> } {
  const unset = new Set<string>();
  const withIds = mapReferences(value, () => ANY_ID);
  const resolved = mapValues(withIds, (inner, path) => {
    if (typeof inner !== "string") return undefined;
    const text = resolveText(inner, variables);
    if (text === undefined) unset.add(JSON.stringify(path));
    return text ?? inner;
  });
  return { value: resolved as Fields, unset };
}

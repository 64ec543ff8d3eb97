import { JSON_MAX_DEPTH } from "@callwright/contract";

/** More values than any real body, and few enough that checking them does not hold up other requests. */
const MAX_VALUES = 50_000;

/**
 * Why JSON that parses could still not be stored: PostgreSQL refuses U+0000 and half surrogates in text, and
 * everything that walks a value has a limit of depth and of number. Empty when there is nothing wrong.
 */
export function storabilityProblems(root: unknown): string[] {
  const problems: string[] = [];
  const pending = [{ value: root, path: "", depth: 0 }];
  let values = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    const subject = path || "The body";
    if (typeof value === "string" && !isText(value)) problems.push(`${subject} must not contain U+0000 or half a surrogate pair`);
    if (typeof value !== "object" || value === null) continue;
    if (depth >= JSON_MAX_DEPTH) return [`${subject} must not be nested deeper than ${JSON_MAX_DEPTH} levels`];
    const names = Object.keys(value);
    values += names.length;
    if (values > MAX_VALUES) return [`The body must not have more than ${MAX_VALUES} values`];
    for (const name of names) {
      if (!isText(name)) problems.push(`${subject} must not have property names with U+0000 or half a surrogate pair`);
      // Copying an object would make it that object's prototype, or lose it.
      else if (name === "__proto__") problems.push(`${path ? `${path}.` : ""}property __proto__ should not exist`);
      else pending.push({ value: Reflect.get(value, name), path: path ? `${path}.${name}` : name, depth: depth + 1 });
    }
  }
  return problems;
}

function isText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

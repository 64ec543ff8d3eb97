/** Deeper than any real assistant, and far from what makes a recursive reader run out of stack. */
const MAX_DEPTH = 64;

/**
 * Why JSON that parses could still not be stored: PostgreSQL refuses U+0000 and half surrogates in text, and
 * everything that walks a value recursively has a limit. Empty when there is nothing wrong.
 */
export function storabilityProblems(root: unknown): string[] {
  const problems: string[] = [];
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: root, path: "", depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === "string") {
      if (!isText(value)) problems.push(`${path || "The body"} must not contain U+0000 or half a surrogate pair`);
    } else if (typeof value === "object" && value !== null) {
      if (depth >= MAX_DEPTH) return [`${path} must not be nested deeper than ${MAX_DEPTH} levels`];
      for (const [key, child] of Object.entries(value)) {
        if (!isText(key)) problems.push(`${path || "The body"} must not have property names with U+0000 or half a surrogate pair`);
        else pending.push({ value: child, path: path ? `${path}.${key}` : key, depth: depth + 1 });
      }
    }
  }
  return problems;
}

function isText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

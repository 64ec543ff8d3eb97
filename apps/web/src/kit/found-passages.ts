/** A passage that a tool for documents answered with. */
export interface FoundPassage {
  /** The name of a file or the address of a web page; empty where the answer names none. */
  source: string;
  page: number | undefined;
  heading: string;
  text: string;
}

const FIELDS = new Set(["file", "url", "page", "heading", "text"]);

/** The passages in a tool's answer. Undefined for an answer of another kind. */
export function passagesIn(answer: string): FoundPassage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const passages = value.map(toPassage);
  return passages.every((each) => each !== undefined) ? passages : undefined;
}

function toPassage(value: unknown): FoundPassage | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).some((field) => !FIELDS.has(field))) return undefined;
  const { file, url, page, heading, text } = value as Record<string, unknown>;
  if (typeof text !== "string") return undefined;
  const source = typeof file === "string" ? file : typeof url === "string" ? url : "";
  return {
    source,
    page: typeof page === "number" ? page : undefined,
    heading: typeof heading === "string" ? heading : "",
    text,
  };
}

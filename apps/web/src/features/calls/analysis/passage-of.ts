import type { CallLine } from "@callwright/contract";

/** Shorter words are in every conversation. */
const MIN_CHARACTERS = 3;

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();

/** The first line of a conversation that says a value word for word. */
export function passageOf<Line extends Pick<CallLine, "kind" | "text">>(
  value: unknown,
  lines: readonly Line[],
): Line | undefined {
  const wanted = typeof value === "string" || typeof value === "number" ? plain(String(value)) : "";
  if (wanted.length < MIN_CHARACTERS) return undefined;
  const said = lines.filter(({ kind }) => kind === "spoken" || kind === "typed");
  // A summary by rule quotes what was said.
  const quotes = [...wanted.matchAll(/“([^”…]+)/g)].map(([, quoted = ""]) => quoted);
  return said.find(({ text }) => [wanted, ...quotes].some((each) => plain(text).includes(each)));
}

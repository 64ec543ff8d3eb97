/** A name as part of a tool's name: letters, digits and `_`. */
export function toolWord(name: string): string {
  const word = name
    .normalize("NFKD")
    .replace(/[^\w]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return word === "" ? "agent" : word;
}

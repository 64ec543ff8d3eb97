import { PAGE_MAX_CHARACTERS, PlatformError } from "@callwright/contract";

/** So many are read at a time: of the longest conversations, as much as a whole page may have. */
export const PART_ROWS = 16;

/**
 * The entities of a page with long rows, part by part, so that a page that is too long is never in memory. Fails with `page-too-large`, which says
 * how many fit. A single one is always returned.
 */
export async function readPageParts<Row, Entity>(
  rows: readonly Row[],
  read: (part: Row[]) => Promise<Entity[]>,
  maxCharacters: number = PAGE_MAX_CHARACTERS,
): Promise<Entity[]> {
  const entities: Entity[] = [];
  let characters = 0;
  for (let start = 0; start < rows.length; start += PART_ROWS) {
    for (const entity of await read(rows.slice(start, start + PART_ROWS))) {
      characters += charactersOf(entity);
      const fitting = entities.length;
      if (characters > maxCharacters && fitting > 0) throw new PlatformError("page-too-large", { maxCharacters, fitting });
      entities.push(entity);
    }
  }
  return entities;
}

/** The length of all texts in a value. */
function charactersOf(root: unknown): number {
  const pending = [root];
  let characters = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") characters += value.length;
    else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) pending.push(inner);
  }
  return characters;
}

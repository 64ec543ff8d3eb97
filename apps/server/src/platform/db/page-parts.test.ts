import { expect, test } from "vitest";
import { PART_ROWS, readPageParts } from "./page-parts.ts";

const texts = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => ({ index, messages: [{ content: "x".repeat(characters) }] }));

test("a page is read part by part, in its order", async () => {
  const rows = texts(40, 1);
  const parts: number[] = [];
  const read = async (part: typeof rows) => {
    parts.push(part.length);
    return part;
  };
  expect(await readPageParts(rows, read)).toEqual(rows);
  expect(parts).toEqual([PART_ROWS, PART_ROWS, 40 - 2 * PART_ROWS]);
});

test("one that is too long is refused before the rest of it is read, and says how many fit", async () => {
  let reads = 0;
  const read = async <Row>(part: Row[]) => {
    reads += 1;
    return part;
  };
  const refusal = expect.objectContaining({ code: "page-too-large", message: expect.stringContaining("limit=20") });
  await expect(readPageParts(texts(100, 10), read, 209)).rejects.toEqual(refusal);
  expect(reads).toBe(2);
  expect(await readPageParts(texts(20, 10), read, 209)).toHaveLength(20);
});

test("a single one is answered, however long it is", async () => {
  expect(await readPageParts(texts(1, 100), async (part) => part, 10)).toHaveLength(1);
});

import { expect, test } from "vitest";
import { listFiles, read } from "../../scripts/checks/listing.mjs";

test("the files that docs/architecture.md names exist", () => {
  const files = listFiles().map((file) => `/${file}`);
  const named = [...read("docs/architecture.md").matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Catalog } from "../../apps/server/src/platform/local-speech/catalog-entry.ts";
import { readCatalog } from "../../apps/server/src/platform/local-speech/read-catalog.ts";

/** docs/local-speech.md: its tables are the built-in catalog, and its sample is a catalog. */

const document = readFileSync(new URL("../../docs/local-speech.md", import.meta.url), "utf8");

test("the tables have every voice and recognizer with its id and size", () => {
  const rows = [...document.matchAll(/^\| .+ \| `([a-z0-9-]+)` \| .+ \| (\d+) MB \| ([\w.-]+)/gm)];
  expect(rows.map(([, id, megabytes, license]) => [id, Number(megabytes), license])).toEqual(
    readCatalog(undefined).map(({ id, sources, license }) => {
      const bytes = sources[0]?.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0;
      return [id, Math.ceil(bytes / 1e6), license.name];
    }),
  );
});

test("the sample is a catalog", () => {
  const [, sample = ""] = /^```json\n(\[\n[\s\S]*?)^```$/m.exec(document) ?? [];
  const [entry] = Catalog.parse(JSON.parse(sample));
  const ours = readCatalog(undefined).find(({ id }) => id === entry?.id);
  expect(ours).toMatchObject({ ...entry, sources: ours?.sources });
  expect(entry?.sources[0]?.files[0]?.sha256).toBe(ours?.sources[0]?.files[0]?.sha256);
});

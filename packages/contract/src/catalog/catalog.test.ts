import { describe, expect, test } from "vitest";
import { PROVIDERS_OF_PARTS } from "../assistant/part-providers.ts";
import { UNITS_OF_PARTS } from "../cost/priced-units.ts";
import { CATALOG, Catalog, lifeOf } from "./catalog.ts";
import { CatalogRow } from "./catalog-row.ts";
import { DEFAULT_MODELS } from "./default-models.ts";
import { findEndings } from "./endings.ts";

const on = (day: string) => Date.parse(`${day}T12:00:00Z`);

describe("each row of the built-in catalog", () => {
  test("is valid, of a known provider, and says what was true on a day that has been", () => {
    const problems = CATALOG.rows.filter((row) => {
      const statements = [row, ...(row.prices ?? []), ...(row.responseMs ? [row.responseMs] : [])];
      const isFine =
        CatalogRow.safeParse(row).success &&
        PROVIDERS_OF_PARTS[row.part].includes(row.provider) &&
        statements.every(({ asOf }) => Date.parse(asOf) <= Date.now()) &&
        (row.prices ?? []).every(({ unit, usd }) => usd > 0 && UNITS_OF_PARTS[row.part].includes(unit));
      return !isFine;
    });
    expect(problems).toEqual([]);
  });

  test("has an output price where it has an input price", () => {
    const units = CATALOG.rows.map(({ prices = [] }) => prices.map(({ unit }) => unit));
    const counts = units.filter((each) => each.includes("1m-input-tokens"));
    expect(counts.length).toBeGreaterThan(40);
    expect(counts.filter((each) => !each.includes("1m-output-tokens"))).toEqual([]);
  });

  test("names a successor with a row of its own, and no circle of successors", () => {
    const broken = CATALOG.rows.filter((row) => {
      const names = new Set<string>();
      let next: CatalogRow | undefined = row;
      while (next?.successor !== undefined) {
        if (names.has(next.name)) return true;
        names.add(next.name);
        next = CATALOG.find({ ...next, name: next.successor });
        if (!next) return true;
      }
      return false;
    });
    expect(broken).toEqual([]);
  });
});

test("the default model of a voice or a transcriber is the first of its provider", () => {
  for (const part of ["voice", "transcriber"] as const)
    for (const [provider, name] of Object.entries(DEFAULT_MODELS[part]))
      expect([part, provider, CATALOG.names(part, provider, on("2026-11-29"))[0]]).toEqual([part, provider, name]);
});

test("a name is new, current, announced and ended, by the day", () => {
  const row = { since: "2026-11-01", retires: "2027-06-01" };
  const days = ["2026-11-29", "2027-03-01", "2027-04-01", "2027-04-03", "2027-05-31", "2027-06-01"];
  expect(days.map((day) => lifeOf(row, on(day)))).toEqual(["new", "current", "current", "ending", "ending", "ended"]);
});

test("a successor that ends is followed to its own, and a region or a day in a name has the row of the name", () => {
  const row = (name: string, retires?: string, successor?: string): CatalogRow => ({
    part: "model",
    provider: "openai",
    name,
    source: "https://example.com",
    asOf: "2026-11-29",
    ...(retires !== undefined && { retires }),
    ...(successor !== undefined && { successor }),
  });
  const catalog = new Catalog([row("old", "2026-12-01", "middle"), row("middle", "2027-01-01", "newest"), row("newest")]);
  const found = catalog.find({ part: "model", provider: "openai", name: "old:westus" });
  expect(found?.name).toBe("old");
  expect(found && catalog.successorOf(found, on("2026-11-29"))).toBe("newest");
  expect(catalog.find({ part: "model", provider: "openai", name: "old-2025-04-14" })?.name).toBe("old");
  expect(catalog.names("model", "openai", on("2027-02-01"))).toEqual(["newest"]);
});

test("a newer row takes the place of one with the same name", () => {
  const newer: CatalogRow = {
    part: "model",
    provider: "openai",
    name: "gpt-6-luna",
    retires: "2027-01-01",
    source: "https://example.com",
    asOf: "2026-12-01",
  };
  const catalog = CATALOG.with([newer]);
  expect(catalog.rows).toHaveLength(CATALOG.rows.length);
  expect(catalog.find(newer)).toEqual(newer);
});

test("what ends is found at every depth of a configuration", () => {
  const config = {
    name: "gpt-4",
    model: { provider: "openai", model: "gpt-4.1", fallbackModels: ["gpt-6-luna", "gpt-5-mini"], messages: [] },
    voice: {
      provider: "openai",
      voiceId: "marin",
      fallbackPlan: { voices: [{ provider: "cartesia", voiceId: "x", model: "sonic" }] },
    },
    transcriber: { provider: "deepgram" },
    members: [{ assistant: { transcriber: { provider: "google", model: "gemini-2.5-flash" } } }],
  };
  expect(
    findEndings(config, CATALOG, on("2026-11-29")).map(({ path, name, successor, hasEnded }) => [
      path,
      name,
      successor,
      hasEnded,
    ]),
  ).toEqual([
    ["model.model", "gpt-4.1", "gpt-6-luna", false],
    ["model.fallbackModels.1", "gpt-5-mini", "gpt-6.1-terra", false],
    ["voice.model", "gpt-4o-mini-tts", undefined, false],
    ["voice.fallbackPlan.voices.0.model", "sonic", "sonic-3.5", true],
    ["members.0.assistant.transcriber.model", "gemini-2.5-flash", "gemini-3.5-flash-lite", false],
  ]);
  expect(findEndings({ model: { provider: "openai", model: "gpt-6-luna" } }, CATALOG, on("2026-11-29"))).toEqual([]);
});

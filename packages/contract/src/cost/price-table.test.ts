import { expect, test } from "vitest";
import { MODEL_PROVIDERS } from "../assistant/model.ts";
import { TRANSCRIBER_PROVIDERS } from "../provider/transcriber.ts";
import { VOICE_PROVIDERS } from "../provider/voice.ts";
import { UNITS_OF_PARTS } from "./price.ts";
import { PRICE_TABLE } from "./price-table.ts";

const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  model: MODEL_PROVIDERS,
  voice: VOICE_PROVIDERS,
  transcriber: TRANSCRIBER_PROVIDERS,
};

test("each price has a known provider, a unit of its part, an address and a day that has been", () => {
  const problems = PRICE_TABLE.filter(({ part, provider, unit, usd, source, asOf }) => {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? Date.parse(asOf) : Number.NaN;
    const isFine =
      PROVIDERS[part]?.includes(provider) &&
      UNITS_OF_PARTS[part].includes(unit) &&
      usd > 0 &&
      URL.canParse(source) &&
      source.startsWith("https://") &&
      day <= Date.now();
    return !isFine;
  });
  expect(problems).toEqual([]);
});

test("no price is there twice, and a model with a price for its input has one for its output", () => {
  const keys = PRICE_TABLE.map(({ part, provider, model, unit }) => [part, provider, model, unit].join(" "));
  expect(new Set(keys).size).toBe(keys.length);
  const inputs = keys.filter((key) => key.endsWith(" 1m-input-tokens"));
  expect(inputs.length).toBeGreaterThan(40);
  expect(inputs.filter((key) => !keys.includes(key.replace("-input-", "-output-")))).toEqual([]);
});

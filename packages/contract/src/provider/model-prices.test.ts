import { expect, it } from "vitest";
import { MODEL_PROVIDERS } from "../assistant/model.ts";
import { MODEL_NAMES } from "./model-names.ts";
import { MODEL_PRICES, modelPrice } from "./model-prices.ts";

it.each(Object.entries(MODEL_PRICES))(
  "the prices of %s are dated, of a page, and plausible",
  (provider, { source, asOf, models }) => {
    expect(MODEL_PROVIDERS).toContain(provider);
    expect(new URL(source).protocol).toBe("https:");
    expect(new Date(asOf).toISOString().slice(0, 10)).toBe(asOf);
    const names: readonly string[] = MODEL_NAMES[provider as keyof typeof MODEL_NAMES];
    for (const [name, { input, cached, output }] of Object.entries(models)) {
      expect(names).toContain(name);
      // Of the wrong unit, or with numbers exchanged, they would be outside of this.
      expect(input).toBeGreaterThanOrEqual(0.01);
      expect(output).toBeLessThanOrEqual(200);
      expect(output).toBeGreaterThan(input);
      if (cached !== null) expect(cached).toBeLessThan(input);
    }
  },
);

it("knows no price of another provider or model", () => {
  expect(modelPrice("openai", "gpt-4.1:westus")).toEqual({ input: 2, cached: 0.5, output: 8 });
  for (const [provider, model] of [
    ["openai", "gpt-99"],
    ["custom-llm", "gpt-4.1"],
    ["constructor", "name"],
    ["openai", "constructor"],
  ] as const)
    expect(modelPrice(provider, model)).toBeUndefined();
});

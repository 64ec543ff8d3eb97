import { expect, test } from "vitest";
import { CATALOG } from "../catalog/catalog.ts";
import { callCostReport, costReport, withAnalysisCost } from "./cost-lines.ts";
import { findPrice, type Price, SetPrice } from "./price.ts";
import type { Usage } from "./usage.ts";

const price = (fields: Partial<Price>): Price => ({
  part: "model",
  provider: "p",
  model: "m",
  unit: "1m-input-tokens",
  usd: 1,
  source: "https://p.example",
  asOf: "2026-01-01",
  ...fields,
});
const own = { id: "own", source: undefined };
const model = (amounts: Usage["amounts"]): Usage => ({ part: "model", provider: "p", model: "m", amounts });
const voice: Usage = { part: "voice", provider: "v", model: "x", amounts: { characters: 2_000, seconds: 90 } };
const hearing: Usage = { part: "transcriber", provider: "t", model: "y", amounts: { seconds: 30 } };
const TOKEN_PRICES = [price({ usd: 2 }), price({ unit: "1m-output-tokens", usd: 10 })];

test("cached and written tokens are a part of the input, at their own price or that of the input", () => {
  const usage = model({ inputTokens: 1_000_000, cachedTokens: 400_000, cacheWriteTokens: 100_000, outputTokens: 100_000 });
  expect(costReport([usage], TOKEN_PRICES).cost).toBe(2 + 1);
  const cheaper = [
    ...TOKEN_PRICES,
    price({ unit: "1m-cached-tokens", usd: 0.5 }),
    price({ unit: "1m-cache-write-tokens", usd: 2.5 }),
  ];
  expect(costReport([usage], cheaper).cost).toBe(0.5 * 2 + 0.4 * 0.5 + 0.1 * 2.5 + 1);
});

test("usages of one model are one item, with what it was computed from", () => {
  const usages = [
    model({ inputTokens: 100, outputTokens: 10 }),
    model({ inputTokens: 300, outputTokens: 20, cachedTokens: 50 }),
    model({ uncountedRequests: 1 }),
  ];
  const { costs, cost } = costReport(usages, TOKEN_PRICES);
  expect(costs).toEqual([
    {
      type: "model",
      model: { provider: "p", model: "m" },
      promptTokens: 400,
      completionTokens: 30,
      cachedPromptTokens: 50,
      uncountedRequests: 1,
      cost: 0.0011,
      prices: [
        { unit: "1m-input-tokens", quantity: 350, usd: 2, source: "https://p.example", asOf: "2026-01-01" },
        { unit: "1m-input-tokens", quantity: 50, usd: 2, source: "https://p.example", asOf: "2026-01-01" },
        { unit: "1m-output-tokens", quantity: 30, usd: 10, source: "https://p.example", asOf: "2026-01-01" },
      ],
    },
  ]);
  expect(cost).toBe(0.0011);
});

test("a part with an unknown price is named, and is in no sum", () => {
  const usages = [model({ inputTokens: 1_000_000, outputTokens: 5 }), voice, hearing];
  const prices = [price({ usd: 2 }), price({ part: "voice", provider: "v", model: "*", unit: "minute", usd: 0.2 })];
  const { cost, costs, costUnknown, costBreakdown } = callCostReport(usages, prices, 120);
  expect(costUnknown).toEqual([
    { ...usages[0], missing: ["1m-output-tokens"] },
    { ...hearing, missing: ["minute"] },
  ]);
  expect(costs.map(({ type }) => type)).toEqual(["transport", "voice"]);
  expect(costs[0]).toMatchObject({ minutes: 2, cost: 0, local: true });
  expect(cost).toBe(0.3);
  expect(costBreakdown).toMatchObject({ llm: 0, stt: 0, tts: 0.3, total: 0.3, ttsCharacters: 2_000, llmPromptTokens: 0 });
});

test("the minutes of a telephone line cost what the organization says, else their price is unknown", () => {
  const line = { provider: "twilio", direction: "outbound" } as const;
  const usages = [model({ inputTokens: 1_000_000 })];
  const minute = (fields: Partial<Price>) =>
    price({ part: "telephone", provider: "twilio", model: "*", unit: "minute", usd: 0.01, ...own, ...fields });
  const unknown = callCostReport(usages, TOKEN_PRICES, 90, line);
  expect(unknown.costUnknown).toEqual([
    { part: "telephone", provider: "twilio", model: "outbound", amounts: { seconds: 90 }, missing: ["minute"] },
  ]);
  expect([unknown.cost, unknown.costBreakdown.transport]).toEqual([2, 0]);
  const known = callCostReport(usages, [...TOKEN_PRICES, minute({}), minute({ model: "outbound", usd: 0.02 })], 90, line);
  expect(known).toMatchObject({ cost: 2.03, costBreakdown: { transport: 0.03, total: 2.03 } });
  expect(known.costs[0]).toMatchObject({ type: "transport", provider: "twilio", minutes: 1.5, cost: 0.03 });
  expect(known).not.toHaveProperty("costUnknown");
  // An analysis afterwards keeps it.
  expect(withAnalysisCost(known, [], TOKEN_PRICES)).toMatchObject({ cost: 2.03, costBreakdown: { transport: 0.03 } });
});

test("what runs on this server costs nothing, also where a price is known", () => {
  const { cost, costs } = costReport([{ ...model({ inputTokens: 1_000_000 }), local: true }], TOKEN_PRICES);
  expect([cost, costs.length, costs[0]]).toEqual([
    0,
    1,
    expect.objectContaining({ local: true, prices: [], promptTokens: 1_000_000 }),
  ]);
});

test("an own price comes before the table, also for all models and in another unit", () => {
  const listed = price({ part: "voice", provider: "v", model: "x", unit: "1k-characters", usd: 1 });
  const ownForAll = price({ ...listed, ...own, model: "*", usd: 0.5 });
  expect(findPrice([listed, ownForAll], voice, "1k-characters")?.usd).toBe(0.5);
  expect(findPrice([ownForAll, price({ ...listed, ...own, usd: 0.7 })], voice, "1k-characters")?.usd).toBe(0.7);
  const { costs } = costReport([voice], [listed, price({ ...listed, ...own, unit: "minute", usd: 0.1 })]);
  expect(costs).toEqual([
    expect.objectContaining({ cost: 0.15, prices: [{ unit: "minute", quantity: 1.5, usd: 0.1, asOf: "2026-01-01" }] }),
  ]);
});

test("a gpt-4.1-mini call at the table's prices", () => {
  const used = {
    provider: "openai",
    model: "gpt-4.1-mini",
    amounts: { inputTokens: 10_000, cachedTokens: 4_000, outputTokens: 500 },
  };
  expect(costReport([{ part: "model", ...used }], CATALOG.prices()).cost).toBe(0.0024 + 0.0004 + 0.0008);
});

test("a price has a unit of its part", () => {
  const wrong = SetPrice.safeParse({ part: "voice", provider: "v", model: "x", unit: "1m-input-tokens", usd: 1 });
  expect(wrong.error?.issues[0]?.message).toBe("of a voice must be one of 1k-characters, minute");
  expect(SetPrice.safeParse({ part: "voice", provider: "v", model: "x", unit: "minute", usd: -1 }).success).toBe(false);
});

test("requests of an analysis are items of their type", () => {
  const analysis = (part: string, provider = "p") => ({
    part,
    provider,
    model: "m",
    promptTokens: 1_000,
    cachedPromptTokens: 0,
    completionTokens: 100,
  });
  const analyses = [
    analysis("summary"),
    analysis("structuredOutputs.a"),
    analysis("structuredOutputs.b"),
    analysis("structuredDataMulti.order"),
    analysis("successEvaluation", "q"),
  ];
  const call = callCostReport([], TOKEN_PRICES, 60);
  const { cost, costs, costUnknown, costBreakdown } = withAnalysisCost(call, analyses, TOKEN_PRICES);
  const each = 0.002 + 0.001;
  expect(costs.map((item) => (item.type === "analysis" ? [item.analysisType, item.cost] : item.type))).toEqual([
    "transport",
    ["summary", each],
    ["structuredData", each],
    ["structuredOutput", 2 * each],
  ]);
  expect(cost).toBe(4 * each);
  expect(costUnknown).toMatchObject([{ part: "model", analysisType: "successEvaluation", provider: "q", model: "m" }]);
  expect(costBreakdown).toMatchObject({
    total: 4 * each,
    analysisCostBreakdown: { summary: each, structuredOutput: 2 * each, structuredOutputPromptTokens: 2_000 },
  });
});

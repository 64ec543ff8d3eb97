import type { Cost, CostBreakdown, PricedAmount, UnknownCost } from "./cost.ts";
import { findPrice, type Price, type PriceUnit, UNIT_SIZES } from "./price.ts";
import { addUsages, type Usage } from "./usage.ts";

/** What a conversation cost: its items, their sum, and what has no known price and is not in the sum. */
export interface CostReport {
  cost: number;
  costs: Cost[];
  costUnknown?: UnknownCost[];
}

export type CallCostReport = CostReport & { costBreakdown: CostBreakdown };

/** A quantity and the units in which it may be charged, the preferred one first. */
interface Quantity {
  quantity: number;
  units: readonly PriceUnit[];
}

/** The costs of what was used. One item for each part, provider and model. */
export function costReport(usages: readonly Usage[], prices: readonly Price[]): CostReport {
  const costs: Cost[] = [];
  const costUnknown: UnknownCost[] = [];
  for (const usage of addUsages(usages)) {
    const priced = usage.local ? [] : priceUsage(usage, prices);
    if (isComplete(priced)) costs.push(toItem(usage, priced));
    else costUnknown.push({ ...usage, missing: priced.flatMap((each) => ("missing" in each ? [each.missing] : [])) });
  }
  return { cost: sumOfCosts(costs), costs, ...(costUnknown.length > 0 && { costUnknown }) };
}

/** The costs of a call. The connection to the caller is one of this server. */
export function callCostReport(usages: readonly Usage[], prices: readonly Price[], seconds: number): CallCostReport {
  const parts = costReport(usages, prices);
  const transport: Cost = { type: "transport", provider: "callwright", minutes: seconds / 60, cost: 0, local: true };
  return { ...parts, costs: [transport, ...parts.costs], costBreakdown: breakdownOf(parts.costs) };
}

function breakdownOf(costs: readonly Cost[]): CostBreakdown {
  const models = costs.filter((item) => item.type === "model");
  const voices = costs.filter((item) => item.type === "voice");
  return {
    transport: 0,
    stt: sumOfCosts(costs.filter(({ type }) => type === "transcriber")),
    llm: sumOfCosts(models),
    tts: sumOfCosts(voices),
    vapi: 0,
    total: sumOfCosts(costs),
    llmPromptTokens: total(models.map(({ promptTokens }) => promptTokens)),
    llmCompletionTokens: total(models.map(({ completionTokens }) => completionTokens)),
    llmCachedPromptTokens: total(models.map(({ cachedPromptTokens = 0 }) => cachedPromptTokens)),
    ttsCharacters: total(voices.map(({ characters }) => characters)),
  };
}

type Priced = PricedAmount | { missing: PriceUnit };

const isComplete = (priced: readonly Priced[]): priced is PricedAmount[] => priced.every((each) => !("missing" in each));

function priceUsage(usage: Usage, prices: readonly Price[]): Priced[] {
  return quantitiesOf(usage).flatMap(({ quantity, units }): Priced[] => {
    if (quantity === 0) return [];
    const found = ownFirst(units.flatMap((unit) => findPrice(prices, usage, unit) ?? []));
    if (!found) return [{ missing: units[0] ?? "minute" }];
    const { unit, usd, source, asOf } = found;
    return [{ unit, quantity: unit === "minute" ? minutesOf(usage) : quantity, usd, ...(source && { source }), asOf }];
  });
}

/** The organization's own price in any unit comes before one of the table. */
const ownFirst = (found: readonly Price[]) => found.find(({ id }) => id !== undefined) ?? found[0];

const minutesOf = ({ amounts: { seconds = 0 } }: Usage) => seconds / 60;

function quantitiesOf(usage: Usage): Quantity[] {
  const { inputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0, outputTokens = 0, characters = 0 } = usage.amounts;
  switch (usage.part) {
    case "model":
      return [
        { quantity: Math.max(0, inputTokens - cachedTokens - cacheWriteTokens), units: ["1m-input-tokens"] },
        // A provider without a price for them charges them as any input.
        { quantity: cachedTokens, units: ["1m-cached-tokens", "1m-input-tokens"] },
        { quantity: cacheWriteTokens, units: ["1m-cache-write-tokens", "1m-input-tokens"] },
        { quantity: outputTokens, units: ["1m-output-tokens"] },
      ];
    case "voice":
      return [{ quantity: characters, units: ["1k-characters", "minute"] }];
    case "transcriber":
      return [{ quantity: minutesOf(usage), units: ["minute"] }];
  }
}

function toItem({ part, provider, model, local, amounts }: Usage, prices: PricedAmount[]): Cost {
  const cost = total(prices.map(({ quantity, unit, usd }) => (quantity / UNIT_SIZES[unit]) * usd));
  const of = { provider, model };
  const explained = { cost, prices, ...(local && { local }) };
  switch (part) {
    case "model": {
      const { inputTokens = 0, cachedTokens = 0, outputTokens = 0, uncountedRequests = 0 } = amounts;
      return {
        ...{ type: "model", model: of, promptTokens: inputTokens, completionTokens: outputTokens },
        ...{ cachedPromptTokens: cachedTokens, ...explained, ...(uncountedRequests > 0 && { uncountedRequests }) },
      };
    }
    case "voice":
      return { type: "voice", voice: of, characters: amounts.characters ?? 0, ...explained };
    case "transcriber":
      return { type: "transcriber", transcriber: of, minutes: (amounts.seconds ?? 0) / 60, ...explained };
  }
}

/** US dollars. */
export const sumOfCosts = (costs: readonly { cost: number }[]): number => total(costs.map(({ cost }) => cost));

/** Without the noise of binary fractions. */
const total = (values: readonly number[]) => Number(values.reduce((before, value) => before + value, 0).toFixed(10));

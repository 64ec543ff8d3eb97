import { ANALYSIS_TYPES, type AnalysisType, type Cost, type CostBreakdown, type PricedAmount, type UnknownCost } from "./cost.ts";
import { findPrice, type Price } from "./price.ts";
import { type PriceUnit, UNIT_SIZES } from "./priced-units.ts";
import { type AnalysisUsage, addUsages, type Usage } from "./usage.ts";

/** The cost of a conversation: its items, their sum, and the usage without a known price, which the sum leaves out. */
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

/** The costs of usage. One item for each part, provider and model. */
export function costReport(usages: readonly Usage[], prices: readonly Price[]): CostReport {
  return itemsOf(addUsages(usages), prices, toItem);
}

function itemsOf<Used extends Usage & { analysisType?: AnalysisType }>(
  usages: readonly Used[],
  prices: readonly Price[],
  toCost: (usage: Used, priced: PricedAmount[]) => Cost,
): CostReport {
  const costs: Cost[] = [];
  const costUnknown: UnknownCost[] = [];
  for (const usage of usages) {
    const { part, provider, model, local, amounts, analysisType } = usage;
    const priced = local ? [] : priceUsage(usage, prices);
    if (isComplete(priced)) costs.push(toCost(usage, priced));
    else {
      const missing = priced.flatMap((each) => ("missing" in each ? [each.missing] : []));
      costUnknown.push({ part, provider, model, amounts, missing, ...(analysisType && { analysisType }) });
    }
  }
  return { cost: sumOfCosts(costs), costs, ...(costUnknown.length > 0 && { costUnknown }) };
}

/** The telephone line of a call: its carrier, or `byo-phone-number` for a SIP trunk. */
export interface CallLineUse {
  provider: string;
  direction: "inbound" | "outbound";
}

/** The costs of a call. Without a `line`, the connection to the caller is one of this server. */
export function callCostReport(
  usages: readonly Usage[],
  prices: readonly Price[],
  seconds: number,
  line?: CallLineUse,
): CallCostReport {
  const parts = costReport(usages, prices);
  const transport = line ? lineCost(line, prices, seconds) : ownTransport(seconds);
  const isKnown = "type" in transport;
  const costs = isKnown ? [transport, ...parts.costs] : parts.costs;
  const costUnknown = [...(isKnown ? [] : [transport]), ...(parts.costUnknown ?? [])];
  return {
    cost: sumOfCosts(costs),
    costs,
    costBreakdown: breakdownOf(costs),
    ...(costUnknown.length > 0 && { costUnknown }),
  };
}

const ownTransport = (seconds: number): Cost => ({
  type: "transport",
  provider: "callwright",
  minutes: seconds / 60,
  cost: 0,
  local: true,
});

function lineCost({ provider, direction }: CallLineUse, prices: readonly Price[], seconds: number): Cost | UnknownCost {
  const of = { part: "telephone" as const, provider, model: direction };
  const found = findPrice(prices, of, "minute");
  if (!found) return { ...of, amounts: { seconds }, missing: ["minute"] };
  const { usd, source, asOf } = found;
  const priced: PricedAmount = { unit: "minute", quantity: seconds / 60, usd, ...(source && { source }), asOf };
  return { type: "transport", provider, minutes: seconds / 60, cost: costOf([priced]), prices: [priced] };
}

/** Adds the costs of an analysis to those of a call, as further items. Earlier items keep their prices. */
export function withAnalysisCost(
  before: Partial<CostReport>,
  analyses: readonly AnalysisUsage[],
  prices: readonly Price[],
): CallCostReport {
  const analysis = itemsOf(analysesOf(analyses), prices, toAnalysisItem);
  const costs = [...(before.costs ?? []), ...analysis.costs];
  const costUnknown = [...(before.costUnknown ?? []), ...(analysis.costUnknown ?? [])];
  return {
    cost: sumOfCosts(costs),
    costs,
    costBreakdown: breakdownOf(costs),
    ...(costUnknown.length > 0 && { costUnknown }),
  };
}

type TypedUsage = Usage & { analysisType: AnalysisType };

/** One usage for each type, provider and model. */
function analysesOf(analyses: readonly AnalysisUsage[]): TypedUsage[] {
  return ANALYSIS_TYPES.flatMap((analysisType) => {
    const ofType = analyses.filter(({ part }) => typeOfPart(part) === analysisType);
    return addUsages(ofType.map(toUsage)).map((usage) => ({ ...usage, analysisType }));
  });
}

/** `structuredDataMulti.order` is structured data, `structuredOutputs.<id>` a structured output. */
function typeOfPart(part: string): AnalysisType {
  if (part.startsWith("structuredData")) return "structuredData";
  return ANALYSIS_TYPES.find((type) => type === part) ?? "structuredOutput";
}

function toUsage({ provider, model, promptTokens, cachedPromptTokens, completionTokens }: AnalysisUsage): Usage {
  const amounts = { inputTokens: promptTokens, cachedTokens: cachedPromptTokens, outputTokens: completionTokens };
  return { part: "model", provider, model, ...(provider === "callwright" && { local: true }), amounts };
}

function toAnalysisItem({ analysisType, provider, model, local, amounts }: TypedUsage, prices: PricedAmount[]): Cost {
  const { inputTokens = 0, cachedTokens = 0, outputTokens = 0 } = amounts;
  return {
    type: "analysis",
    analysisType,
    model: { provider, model },
    promptTokens: inputTokens,
    completionTokens: outputTokens,
    cachedPromptTokens: cachedTokens,
    cost: costOf(prices),
    prices,
    ...(local && { local }),
  };
}

function breakdownOf(costs: readonly Cost[]): CostBreakdown {
  const models = costs.filter((item) => item.type === "model");
  const voices = costs.filter((item) => item.type === "voice");
  const analyses = costs.filter((item) => item.type === "analysis");
  return {
    transport: sumOfCosts(costs.filter(({ type }) => type === "transport")),
    stt: sumOfCosts(costs.filter(({ type }) => type === "transcriber")),
    llm: sumOfCosts(models),
    tts: sumOfCosts(voices),
    vapi: 0,
    total: sumOfCosts(costs),
    llmPromptTokens: total(models.map(({ promptTokens }) => promptTokens)),
    llmCompletionTokens: total(models.map(({ completionTokens }) => completionTokens)),
    llmCachedPromptTokens: total(models.map(({ cachedPromptTokens = 0 }) => cachedPromptTokens)),
    ttsCharacters: total(voices.map(({ characters }) => characters)),
    ...(analyses.length > 0 && {
      analysisCostBreakdown: Object.assign({}, ...ANALYSIS_TYPES.map((type) => sumsOf(type, analyses))),
    }),
  };
}

function sumsOf(type: AnalysisType, all: readonly Extract<Cost, { type: "analysis" }>[]): Record<string, number> {
  const items = all.filter(({ analysisType }) => analysisType === type);
  if (items.length === 0) return {};
  return {
    [type]: sumOfCosts(items),
    [`${type}PromptTokens`]: total(items.map(({ promptTokens }) => promptTokens)),
    [`${type}CompletionTokens`]: total(items.map(({ completionTokens }) => completionTokens)),
    [`${type}CachedPromptTokens`]: total(items.map(({ cachedPromptTokens = 0 }) => cachedPromptTokens)),
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

/** The organization's own price, in any unit, comes before one of the table. */
const ownFirst = (found: readonly Price[]) => found.find(({ id }) => id !== undefined) ?? found[0];

const minutesOf = ({ amounts: { seconds = 0 } }: Usage) => seconds / 60;

function quantitiesOf(usage: Usage): Quantity[] {
  const { inputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0, outputTokens = 0, characters = 0 } = usage.amounts;
  switch (usage.part) {
    case "model":
      return [
        { quantity: Math.max(0, inputTokens - cachedTokens - cacheWriteTokens), units: ["1m-input-tokens"] },
        // If a provider has no price for them, they cost as much as other input.
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
  const cost = costOf(prices);
  const of = { provider, model };
  const explained = { cost, prices, ...(local && { local }) };
  switch (part) {
    case "model": {
      const { inputTokens = 0, cachedTokens = 0, outputTokens = 0, uncountedRequests = 0 } = amounts;
      return {
        type: "model",
        model: of,
        promptTokens: inputTokens,
        completionTokens: outputTokens,
        cachedPromptTokens: cachedTokens,
        ...explained,
        ...(uncountedRequests > 0 && { uncountedRequests }),
      };
    }
    case "voice":
      return { type: "voice", voice: of, characters: amounts.characters ?? 0, ...explained };
    case "transcriber":
      return { type: "transcriber", transcriber: of, minutes: (amounts.seconds ?? 0) / 60, ...explained };
  }
}

const costOf = (prices: readonly PricedAmount[]) =>
  total(prices.map(({ quantity, unit, usd }) => (quantity / UNIT_SIZES[unit]) * usd));

/** US dollars. */
export const sumOfCosts = (costs: readonly { cost: number }[]): number => total(costs.map(({ cost }) => cost));

/** Rounds off the error of binary fractions. */
const total = (values: readonly number[]) => Number(values.reduce((before, value) => before + value, 0).toFixed(10));

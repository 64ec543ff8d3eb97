import { type CostReport, costReport } from "./cost-lines.ts";
import type { Price } from "./price.ts";
import type { UsedPart } from "./priced-units.ts";

/** Usage in a minute of a typical call: an assumption, shown beside the expected cost. */
export const USUAL_MINUTE = {
  /** Requests to the model. */
  requests: 4,
  inputTokens: 1_000,
  outputTokens: 60,
  /** The assistant speaks for two thirds of the minute. */
  characters: 600,
  voiceSeconds: 40,
} as const;

/** A part of an assistant, with the name under which its provider charges. */
export interface ChosenPart {
  part: UsedPart;
  provider: string;
  model: string;
  local?: boolean;
}

/** The cost of a minute of a usual call with these parts. Tokens are those of one request. */
export function expectedMinute(parts: readonly ChosenPart[], prices: readonly Price[]): CostReport {
  const { requests, inputTokens, outputTokens, characters, voiceSeconds } = USUAL_MINUTE;
  const amounts = {
    model: { inputTokens: requests * inputTokens, outputTokens: requests * outputTokens },
    voice: { characters, seconds: voiceSeconds },
    transcriber: { seconds: 60 },
  };
  return costReport(
    parts.map((each) => ({ ...each, amounts: amounts[each.part] })),
    prices,
  );
}

import { type ChosenPart, costReport } from "@callwright/contract";
import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/use-format.ts";
import { usePrices } from "../../../resource/costs/price-queries.ts";
import type { ComparedAnswer, TokenCount } from "./ask-model.ts";
import classes from "./compare.module.css";

interface AnswerProps {
  answer: ComparedAnswer;
  /** The model that answers. */
  model: ChosenPart;
}

/** What a model says, how long it took and what it cost. */
export function Answer({ answer, model }: AnswerProps) {
  const { t } = useTranslation();
  const { state, text, firstTokenMs, totalMs, tokens, reason } = answer;
  const ms = (value: number | undefined) => (value === undefined ? "–" : t("presets.time.ms", { ms: value.toLocaleString() }));
  const cost = useCost(model, tokens);
  const facts = [
    { name: t("compare.firstToken"), value: ms(firstTokenMs) },
    { name: t("compare.total"), value: ms(totalMs) },
    {
      name: t("compare.tokens"),
      value: tokens
        ? t("compare.tokenCount", { input: String(tokens.input), output: String(tokens.output) })
        : t("compare.notCounted"),
    },
    ...(cost === undefined ? [] : [{ name: t("compare.cost"), value: cost }]),
  ];
  return (
    <>
      <p className={classes.answer} aria-live="polite" aria-busy={state === "asking"}>
        {text === "" && state === "asking" ? t("compare.waiting") : text}
      </p>
      {state === "failed" && (
        <Alert color="red" variant="outline" role="alert">
          {reason}
        </Alert>
      )}
      {state === "answered" && (
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** What the tokens cost, in words. Undefined on a host without prices, and where tokens are not counted. */
function useCost(model: ChosenPart, tokens: TokenCount | undefined): string | undefined {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const prices = usePrices();
  if (model.local) return t("costs.free");
  if (!prices || !tokens) return undefined;
  const amounts = { inputTokens: tokens.input, cachedTokens: tokens.cached, outputTokens: tokens.output };
  const { cost, costUnknown } = costReport([{ ...model, amounts }], prices);
  return costUnknown ? t("costs.unknown") : dollars(cost);
}

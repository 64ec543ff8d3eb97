import { type CreateAssistant, expectedMinute, USUAL_MINUTE } from "@callwright/contract";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { PARTS } from "../../../data/capabilities.ts";
import { useFormat } from "../../../kit/use-format.ts";
import { usePrices } from "../../../resource/costs/price-queries.ts";
import { chosenPart } from "./chosen-part.ts";
import classes from "./presets.module.css";

interface ExpectedCostProps {
  label: string;
  config: CreateAssistant;
  /** Everything runs on this server. */
  isLocal?: boolean;
}

/** What a minute of a usual call is expected to cost, by part. Nothing on a host without prices. */
export function ExpectedCost({ label, config, isLocal = false }: ExpectedCostProps) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const id = useId();
  const prices = usePrices();
  if (!prices) return null;
  const parts = PARTS.map((part) => {
    const chosen = chosenPart(config, part, isLocal);
    const { cost, costUnknown } = expectedMinute([chosen], prices);
    return { part, cost, isUnknown: costUnknown !== undefined, isFree: chosen.local === true };
  });
  const total = parts.reduce((sum, { cost }) => sum + cost, 0);
  const isWhole = parts.every(({ isUnknown }) => !isUnknown);
  const isFree = parts.every((part) => part.isFree);
  const words = () => {
    if (isFree) return t("costs.expected.free");
    if (isWhole) return t("costs.expected.total", { cost: dollars(total) });
    return total === 0 ? t("costs.expected.unknown") : t("costs.expected.atLeast", { cost: dollars(total) });
  };
  const { requests, inputTokens: input, outputTokens: output, characters } = USUAL_MINUTE;
  return (
    <section className={classes.time} aria-labelledby={id}>
      <p id={id} className={classes.total}>
        {label}: <b>{words()}</b>
      </p>
      {!isFree && (
        <>
          <ul className={classes.legend}>
            {parts.map(({ part, cost, isUnknown, ...each }) => (
              <li key={part}>
                {t("costs.expected.part", {
                  part: t(`editor.${part}`),
                  cost: isUnknown ? t("costs.expected.unknown") : each.isFree ? t("costs.free") : dollars(cost),
                })}
              </li>
            ))}
          </ul>
          <p className={classes.about}>
            {t("costs.expected.how", {
              requests: String(requests),
              input: String(input),
              output: String(output),
              characters: String(characters),
            })}
          </p>
        </>
      )}
    </section>
  );
}

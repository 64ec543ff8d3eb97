import { costReport, type Usage } from "@callwright/contract";
import { Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";
import { usePrices } from "../../resource/costs/price-queries.ts";
import css from "./talk.module.css";

/** What a running call has cost until now. */
export function CostSoFar({ usages }: { usages: readonly Usage[] }) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const prices = usePrices();
  if (!prices) return null;
  const { cost, costUnknown } = costReport(usages, prices);
  return (
    <Tooltip label={t("costs.soFarHint")}>
      <span className={`${css.hearing} num`}>
        {t(costUnknown ? "costs.soFarAtLeast" : "costs.soFar", { cost: dollars(cost) })}
      </span>
    </Tooltip>
  );
}

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";

/** A sum of costs in words. `unpriced`: how many of its calls have a part without a known price. */
export function useSumText(): (cost: number, unpriced: number | undefined, format?: (cost: number) => string) => string {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  return useCallback(
    (cost, unpriced = 0, format = dollars) => {
      if (unpriced === 0) return format(cost);
      return cost > 0 ? t("costs.atLeast", { cost: format(cost) }) : t("costs.unknown");
    },
    [t, dollars],
  );
}

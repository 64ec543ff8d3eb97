import type { CreateAssistant } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/use-format.ts";
import { useCatalog } from "../../../resource/catalog/use-catalog.ts";
import { usePrices } from "../../../resource/costs/price-queries.ts";
import { type Expected, expectedOf, expectedTimes } from "./expected.ts";
import { useResponseTimesQuery } from "./use-response-times.ts";

/** What a setup is expected to take and to cost. */
export function useExpected(): (config: CreateAssistant, isLocal?: boolean) => Expected {
  const { data = [] } = useQuery(useResponseTimesQuery());
  const catalog = useCatalog();
  const prices = usePrices();
  return (config, isLocal = false) => expectedOf(config, expectedTimes(config, data, catalog), prices, isLocal);
}

/** The wait and the cost of a minute as text: "870 ms", "$0.041", "≥ 870 ms" where a part is not known, "–" where nothing is. */
export function useExpectedText() {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const least = (text: string, isWhole: boolean) => (isWhole ? text : t("answering.atLeast", { text }));
  return {
    wait: ({ waitMs, isWaitWhole }: Pick<Expected, "waitMs" | "isWaitWhole">) =>
      waitMs === 0 ? t("answering.unknown") : least(t("latency.ms", { value: waitMs.toLocaleString() }), isWaitWhole),
    cost: ({ costs }: Pick<Expected, "costs">) => {
      const known = Object.values(costs ?? {}).filter((cost) => cost !== undefined);
      const isWhole = costs !== undefined && known.length === Object.keys(costs).length;
      const sum = known.reduce((total, cost) => total + cost, 0);
      return known.length === 0 || (!isWhole && sum === 0) ? t("answering.unknown") : least(dollars(sum), isWhole);
    },
  };
}

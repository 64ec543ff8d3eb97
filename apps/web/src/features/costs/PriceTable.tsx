import type { Price } from "@callwright/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import classes from "./costs.module.css";
import { usePriceName } from "./use-price-name.ts";

interface Props {
  label: string;
  prices: readonly Price[];
  actions: (price: Price) => ReactNode;
}

/** Prices, each with its source and day. */
export function PriceTable({ label, prices, actions }: Props) {
  const { t } = useTranslation();
  const { dollars, date } = useFormat();
  const nameOf = usePriceName();
  const rows = prices.map((price) => ({ id: [price.part, price.provider, price.model, price.unit].join(" "), price }));
  return (
    <DataTable
      kind="plain"
      label={label}
      className={classes.table}
      rows={rows}
      columns={[
        { id: "part", label: t("costs.part"), cell: ({ price }) => nameOf(price) },
        {
          id: "price",
          label: t("costs.priceColumn"),
          className: classes.price,
          cell: ({ price: { usd, unit } }) => `${dollars(usd)} / ${t(`costs.units.${unit}`)}`,
        },
        {
          id: "source",
          label: t("costs.sourceColumn"),
          className: classes.from,
          cell: ({ price: { source, asOf } }) => {
            const day = date(`${asOf}T12:00:00Z`);
            if (source === undefined) return day;
            return (
              <a href={source} target="_blank" rel="noreferrer">
                {t("costs.source", { host: new URL(source).hostname.replace(/^www\./, ""), day })}
              </a>
            );
          },
        },
        {
          id: "actions",
          label: t("costs.actions"),
          isLabelHidden: true,
          className: classes.actions,
          cell: ({ price }) => actions(price),
        },
      ]}
    />
  );
}

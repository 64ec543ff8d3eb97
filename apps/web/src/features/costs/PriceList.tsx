import type { Price } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../kit/SearchField.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import classes from "./costs.module.css";
import { usePriceName } from "./use-price-name.ts";

interface Props {
  prices: readonly Price[];
  /** Undefined: the user may not change prices. */
  onEdit: ((price: Price) => void) | undefined;
}

/** The published prices, each with its source and day. */
export function PriceList({ prices, onEdit }: Props) {
  const { t } = useTranslation();
  const { dollars, date } = useFormat();
  const nameOf = usePriceName();
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/);
  const rows = prices
    .map((price) => ({ ...price, name: nameOf(price), id: Object.values(price).join(" ") }))
    .filter(({ name, id }) => words.every((word) => `${name} ${id}`.toLowerCase().includes(word)));
  return (
    <section className={classes.section} aria-label={t("costs.listed")}>
      <h2>{t("costs.listed")}</h2>
      <p className={classes.hint}>{t("costs.listedHint")}</p>
      <SearchField label={t("costs.search")} value={search} onChange={setSearch} />
      {rows.length === 0 && <p className={classes.hint}>{t("costs.none")}</p>}
      {rows.length > 0 && (
        <DataTable
          kind="plain"
          label={t("costs.listed")}
          className={classes.table}
          rows={rows}
          columns={[
            { id: "model", label: t("costs.model"), cell: ({ name }) => name },
            {
              id: "price",
              label: t("costs.priceColumn"),
              className: classes.price,
              cell: ({ usd, unit }) => `${dollars(usd)} / ${t(`costs.units.${unit}`)}`,
            },
            {
              id: "source",
              label: t("costs.sourceColumn"),
              className: classes.from,
              cell: ({ source = "", asOf }) => (
                <a href={source} target="_blank" rel="noreferrer">
                  {t("costs.source", { host: new URL(source).hostname.replace(/^www\./, ""), day: date(`${asOf}T12:00:00Z`) })}
                </a>
              ),
            },
            {
              id: "actions",
              label: t("costs.actions"),
              isLabelHidden: true,
              className: classes.actions,
              cell: ({ name, id: _, ...price }) =>
                onEdit && (
                  <Button size="compact-sm" aria-label={t("costs.editNamed", { what: name })} onClick={() => onEdit(price)}>
                    {t("costs.edit")}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

import type { Price } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../kit/SearchField.tsx";
import classes from "./costs.module.css";
import { EditPrice } from "./EditPrice.tsx";
import { PriceTable } from "./PriceTable.tsx";
import { usePriceName } from "./use-price-name.ts";

interface Props {
  prices: readonly Price[];
  /** Undefined: the user may not change prices. */
  onEdit: ((price: Price) => void) | undefined;
}

const SHOWN_FIRST = 20;

/** The published prices, which can be searched. */
export function PriceList({ prices, onEdit }: Props) {
  const { t } = useTranslation();
  const nameOf = usePriceName();
  const [search, setSearch] = useState("");
  const [isWhole, setWhole] = useState(false);
  const words = search.toLowerCase().split(/\s+/);
  const found = prices.filter((price) => {
    const text = [nameOf(price), ...Object.values(price)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const shown = isWhole ? found : found.slice(0, SHOWN_FIRST);
  return (
    <section className={classes.section} aria-label={t("costs.listed")}>
      <h2>{t("costs.listed")}</h2>
      <p className={classes.hint}>{t("costs.listedHint")}</p>
      <SearchField label={t("costs.search")} value={search} onChange={setSearch} />
      {shown.length === 0 && <p className={classes.hint}>{t("costs.none")}</p>}
      {shown.length > 0 && (
        <PriceTable
          label={t("costs.listed")}
          prices={shown}
          actions={(price) => onEdit && <EditPrice price={price} onEdit={onEdit} />}
        />
      )}
      {shown.length < found.length && (
        <Button className={classes.more ?? ""} onClick={() => setWhole(true)}>
          {t("costs.showAll", { count: found.length })}
        </Button>
      )}
    </section>
  );
}

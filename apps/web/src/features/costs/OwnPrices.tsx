import type { Price } from "@callwright/contract";
import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useCostChange } from "./cost-queries.ts";
import classes from "./costs.module.css";
import { usePriceName } from "./use-price-name.ts";

interface Props {
  prices: readonly Price[];
  /** Undefined: the user may not change prices. */
  onEdit: ((price: Price) => void) | undefined;
}

/** The organization's own prices. */
export function OwnPrices({ prices, onEdit }: Props) {
  const { t } = useTranslation();
  const { dollars, date } = useFormat();
  const nameOf = usePriceName();
  const [removed, setRemoved] = useState<Price>();
  return (
    <section className={classes.section} aria-label={t("costs.ownPrices")}>
      <h2>{t("costs.ownPrices")}</h2>
      {prices.length === 0 && <p className={classes.hint}>{t("costs.ownEmpty")}</p>}
      {prices.length > 0 && (
        <DataTable
          kind="plain"
          label={t("costs.ownPrices")}
          className={classes.table}
          rows={prices.map((price) => ({ ...price, id: price.id ?? "" }))}
          columns={[
            { id: "model", label: t("costs.model"), cell: (price) => <b>{nameOf(price)}</b> },
            {
              id: "price",
              label: t("costs.priceColumn"),
              className: classes.price,
              cell: ({ usd, unit }) => `${dollars(usd)} / ${t(`costs.units.${unit}`)}`,
            },
            { id: "day", label: t("costs.sourceColumn"), className: classes.from, cell: ({ asOf }) => date(`${asOf}T12:00:00Z`) },
            {
              id: "actions",
              label: t("costs.actions"),
              isLabelHidden: true,
              className: classes.actions,
              cell: (price) =>
                onEdit && (
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    <Button
                      size="compact-sm"
                      aria-label={t("costs.editNamed", { what: nameOf(price) })}
                      onClick={() => onEdit(price)}
                    >
                      {t("costs.edit")}
                    </Button>
                    <Button
                      size="compact-sm"
                      aria-label={t("costs.removeNamed", { what: nameOf(price) })}
                      onClick={() => setRemoved(price)}
                    >
                      {t("costs.remove")}
                    </Button>
                  </Group>
                ),
            },
          ]}
        />
      )}
      {removed && <RemovePrice price={removed} name={nameOf(removed)} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function RemovePrice({ price: { id = "" }, name, onClose }: { price: Price; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useCostChange(
    (client, body: { id: string }) => client.deletePrice(body),
    () => {
      notifications.show({ message: t("costs.removed") });
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={t("costs.removeTitle", { what: name })}
      confirm={t("costs.remove")}
      onClose={onClose}
      onConfirm={async () => void (await remove.mutateAsync({ id }))}
      body={t("costs.removeBody")}
    />
  );
}

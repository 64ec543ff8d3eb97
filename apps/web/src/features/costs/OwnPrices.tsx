import type { Price } from "@callwright/contract";
import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { useCostChange } from "./cost-queries.ts";
import classes from "./costs.module.css";
import { EditPrice } from "./EditPrice.tsx";
import { PriceTable } from "./PriceTable.tsx";
import { usePriceName } from "./use-price-name.ts";

interface Props {
  prices: readonly Price[];
  /** Undefined: the user may not change prices. */
  onEdit: ((price: Price) => void) | undefined;
}

/** The organization's own prices. */
export function OwnPrices({ prices, onEdit }: Props) {
  const { t } = useTranslation();
  const nameOf = usePriceName();
  const [removed, setRemoved] = useState<Price>();
  const actions = (price: Price) =>
    onEdit && (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <EditPrice price={price} onEdit={onEdit} />
        <Button size="compact-sm" aria-label={t("costs.removeNamed", { what: nameOf(price) })} onClick={() => setRemoved(price)}>
          {t("costs.remove")}
        </Button>
      </Group>
    );
  return (
    <section className={classes.section} aria-label={t("costs.ownPrices")}>
      <h2>{t("costs.ownPrices")}</h2>
      {prices.length === 0 && <p className={classes.hint}>{t("costs.ownEmpty")}</p>}
      {prices.length > 0 && <PriceTable label={t("costs.ownPrices")} prices={prices} actions={actions} />}
      {removed && <RemovePrice price={removed} name={nameOf(removed)} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function RemovePrice({ price: { id = "" }, name, onClose }: { price: Price; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useCostChange(
    (client, body: { id: string }) => client.prices.delete(body),
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

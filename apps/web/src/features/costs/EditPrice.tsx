import type { Price } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePriceName } from "./use-price-name.ts";

/** Opens the dialog with this price. */
export function EditPrice({ price, onEdit }: { price: Price; onEdit: (price: Price) => void }) {
  const { t } = useTranslation();
  const nameOf = usePriceName();
  return (
    <Button size="compact-sm" aria-label={t("costs.editNamed", { what: nameOf(price) })} onClick={() => onEdit(price)}>
      {t("costs.edit")}
    </Button>
  );
}

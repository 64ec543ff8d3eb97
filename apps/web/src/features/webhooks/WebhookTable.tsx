import type { WebhookDelivery } from "@callwright/contract";
import { UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Instant } from "../../kit/Instant.tsx";
import { type Column, DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { DeliveryStatus } from "./DeliveryStatus.tsx";
import classes from "./webhooks.module.css";

/** As in webhooks.module.css: on a narrow screen a row has two lines. */
const ROW_HEIGHT_PX = { wide: 36, narrow: 56 };

interface WebhookTableProps {
  deliveries: readonly WebhookDelivery[];
  /** Default: list. `plain` stands in a narrow place, and shows no addresses. */
  kind?: "list" | "plain";
  onNearEnd?: () => void;
  onOpen: (id: string) => void;
}

export function WebhookTable({ deliveries, kind = "list", onNearEnd, onOpen }: WebhookTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const who = ({ target, answeredBy }: WebhookDelivery) =>
    answeredBy === undefined ? t(`webhooks.target.${target}`) : t("webhooks.terminalOf", { name: answeredBy });
  const where = (delivery: WebhookDelivery) =>
    delivery.url === undefined ? who(delivery) : `${who(delivery)} · ${delivery.url}`;
  const took = ({ durationMs }: WebhookDelivery) =>
    durationMs === undefined ? "" : t("latency.ms", { value: durationMs.toLocaleString() });
  const columns: Column<WebhookDelivery>[] = [
    {
      id: "type",
      label: t("webhooks.columns.type"),
      isRowHeader: true,
      cell: (delivery, tabIndex) => (
        <UnstyledButton className={classes.open} tabIndex={tabIndex} onClick={() => onOpen(delivery.id)}>
          {delivery.type}
          <span className={classes.second}>{format.dateTimeSeconds(delivery.createdAt)}</span>
        </UnstyledButton>
      ),
    },
    {
      id: "status",
      label: t("webhooks.columns.status"),
      title: ({ error }) => error,
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    { id: "target", label: t("webhooks.columns.target"), title: where, cell: kind === "plain" ? who : where },
    { id: "attemptCount", label: t("webhooks.columns.attempts"), cell: ({ attempts }) => attempts },
    { id: "took", label: t("webhooks.columns.took"), cell: took },
    {
      id: "when",
      label: t("webhooks.columns.when"),
      cell: ({ createdAt }) => <Instant iso={createdAt}>{format.dateTimeSeconds(createdAt)}</Instant>,
    },
  ];
  return (
    <DataTable
      label={t("webhooks.title")}
      rows={deliveries}
      kind={kind}
      styles={classes}
      columns={columns}
      rowHeightPx={isNarrow ? ROW_HEIGHT_PX.narrow : ROW_HEIGHT_PX.wide}
      className={kind === "plain" ? `${classes.table} ${classes.plain}` : classes.table}
      onNearEnd={onNearEnd}
    />
  );
}

import type { WebhookDelivery } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";

const KINDS = { waiting: "plain", retrying: "warn", held: "warn", delivered: "accent", failed: "bad" } as const;

/** Where a delivery is, with the last response's status. */
export function DeliveryStatus({ delivery: { status, responseStatus } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const text = t(`webhooks.status.${status}`);
  return <Pill kind={KINDS[status]}>{responseStatus === undefined ? text : `${text} · ${responseStatus}`}</Pill>;
}

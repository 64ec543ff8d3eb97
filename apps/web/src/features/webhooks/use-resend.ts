import type { ResendWebhook } from "@callwright/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { webhookKeys } from "./webhook-queries.ts";

/** Sends a message again. An attempt that fails is a result; `failure` is why there was none. */
export function useResend(id: string, onSent?: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: ResendWebhook) => client.webhookDeliveries.resend({ id, body }),
    onSuccess: (delivery) => {
      queryClient.setQueryData(webhookKeys.one(id), delivery);
      onSent?.();
    },
    meta: { changes: [webhookKeys.lists] },
  });
  return { resend: mutate, failure: error ? t("webhooks.resendFailed", { reason: error.message }) : "", isSending: isPending };
}

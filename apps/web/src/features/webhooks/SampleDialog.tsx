import { parseUrl, type SendWebhookSample, WEBHOOK_SAMPLE_TYPES, type WebhookSampleType } from "@callwright/contract";
import { NativeSelect, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { AssistantSelect } from "./AssistantSelect.tsx";
import { webhookKeys } from "./webhook-queries.ts";

const TARGETS = ["org", "assistant", "custom"] as const;
type Target = (typeof TARGETS)[number];

interface SampleDialogProps {
  onClose: () => void;
  onSent: (id: string) => void;
}

/** Sends a sample of any message type to the server of the organization, of an assistant, or to any other. */
export function SampleDialog({ onClose, onSent }: SampleDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const [type, setType] = useState<WebhookSampleType>("end-of-call-report");
  const [target, setTarget] = useState<Target>("org");
  const [assistantId, setAssistantId] = useState<string>();
  const [url, setUrl] = useState("");
  const send = useMutation({
    mutationFn: (body: SendWebhookSample) => client.webhookDeliveries.sendWebhookSample({ body }),
    onSuccess: (delivery) => {
      queryClient.setQueryData(webhookKeys.one(delivery.id), delivery);
      onSent(delivery.id);
    },
    meta: { changes: [webhookKeys.lists] },
  });
  const where = { org: {}, assistant: assistantId && { assistantId }, custom: parseUrl(url) && { server: { url } } }[target];
  return (
    <FormDialog
      title={t("webhooks.sample.title")}
      action={t("webhooks.sample.send")}
      isReady={Boolean(where)}
      isPending={send.isPending}
      failure={send.error && t("webhooks.sample.failed", { reason: send.error.message })}
      onSubmit={() => where && send.mutate({ type, ...where })}
      onClose={onClose}
    >
      <Select
        label={t("webhooks.columns.type")}
        searchable
        data={[...WEBHOOK_SAMPLE_TYPES]}
        value={type}
        allowDeselect={false}
        onChange={(value) => setType(WEBHOOK_SAMPLE_TYPES.find((each) => each === value) ?? type)}
      />
      <NativeSelect
        label={t("webhooks.columns.target")}
        value={target}
        data={TARGETS.map((value) => ({ value, label: t(`webhooks.target.${value}`) }))}
        onChange={({ currentTarget }) => setTarget(TARGETS.find((each) => each === currentTarget.value) ?? target)}
      />
      {target === "assistant" && (
        <AssistantSelect label={t("webhooks.assistant")} value={assistantId} onChange={(id) => setAssistantId(id ?? undefined)} />
      )}
      {target === "custom" && (
        <TextInput
          label={t("webhooks.sample.url")}
          type="url"
          placeholder="https://example.com/webhook"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

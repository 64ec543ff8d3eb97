import { WEBHOOK_STATUSES, WEBHOOK_TARGETS } from "@callwright/contract";
import { NativeSelect, Pill, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { AssistantSelect } from "./AssistantSelect.tsx";
import { MESSAGE_TYPES, type WebhookFilter } from "./webhook-search.ts";

interface WebhookFiltersProps {
  filter: WebhookFilter;
  onChange: (filter: WebhookFilter) => void;
}

export function WebhookFilters({ filter, onChange }: WebhookFiltersProps) {
  const { t } = useTranslation();
  const choose = (name: keyof WebhookFilter, value: string | null) => {
    const { [name]: _, ...rest } = filter;
    onChange(value === null || value === "" ? rest : { ...rest, [name]: value });
  };
  return (
    <>
      <Select
        aria-label={t("webhooks.columns.type")}
        placeholder={t("webhooks.anyType")}
        searchable
        clearable
        data={MESSAGE_TYPES}
        value={filter.type ?? null}
        onChange={(value) => choose("type", value)}
      />
      <NativeSelect
        aria-label={t("webhooks.columns.status")}
        value={filter.status ?? ""}
        data={[
          { value: "", label: t("webhooks.anyStatus") },
          ...WEBHOOK_STATUSES.map((value) => ({ value, label: t(`webhooks.status.${value}`) })),
        ]}
        onChange={({ currentTarget }) => choose("status", currentTarget.value)}
      />
      <NativeSelect
        aria-label={t("webhooks.columns.target")}
        value={filter.target ?? ""}
        data={[
          { value: "", label: t("webhooks.anyTarget") },
          ...WEBHOOK_TARGETS.map((value) => ({ value, label: t(`webhooks.target.${value}`) })),
        ]}
        onChange={({ currentTarget }) => choose("target", currentTarget.value)}
      />
      <AssistantSelect value={filter.assistantId} onChange={(value) => choose("assistantId", value)} />
      {filter.callId !== undefined && (
        <Pill
          withRemoveButton
          onRemove={() => choose("callId", null)}
          removeButtonProps={{ "aria-label": t("webhooks.anyCall"), tabIndex: 0, "aria-hidden": false }}
        >
          {t("webhooks.ofCall", { id: filter.callId.slice(0, 8) })}
        </Pill>
      )}
    </>
  );
}

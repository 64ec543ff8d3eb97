import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { referenceTo } from "../../resource/form/references.ts";
import { nameOrId, usePicker } from "../../resource/use-choices.ts";

interface AssistantSelectProps {
  /** Above the field. Default: for screen readers only. */
  label?: string;
  value: string | undefined;
  onChange: (id: string | null) => void;
}

/** Chooses an assistant by its name. */
export function AssistantSelect({ label, value, onChange }: AssistantSelectProps) {
  const { t } = useTranslation();
  const { props } = usePicker(referenceTo("assistants"), value === undefined ? [] : [value], nameOrId);
  return (
    <Select
      {...props}
      {...(label === undefined ? { "aria-label": t("webhooks.assistant"), placeholder: t("webhooks.anyAssistant") } : { label })}
      clearable
      value={value ?? null}
      onChange={onChange}
    />
  );
}

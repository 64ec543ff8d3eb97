import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { referenceTo } from "../../resource/form/references.ts";
import { asFound, nameOrId, useChoices } from "../../resource/use-choices.ts";

interface AssistantSelectProps {
  /** Above the field. Default: for screen readers only. */
  label?: string;
  value: string | undefined;
  onChange: (id: string | null) => void;
}

/** Chooses an assistant by its name. */
export function AssistantSelect({ label, value, onChange }: AssistantSelectProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const chosen = value === undefined ? [] : [value];
  const { options, isPending, open } = useChoices(referenceTo("assistants"), { search, chosen, nameOf: nameOrId });
  return (
    <Select
      {...(label === undefined ? { "aria-label": t("webhooks.assistant"), placeholder: t("webhooks.anyAssistant") } : { label })}
      searchable
      clearable
      data={options}
      value={value ?? null}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={open}
      filter={asFound}
      nothingFoundMessage={t(isPending ? "app.loading" : "resource.form.nothingFound")}
    />
  );
}

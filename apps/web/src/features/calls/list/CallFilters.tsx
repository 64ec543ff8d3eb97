import { OWN_CALL_STATUSES } from "@callwright/contract";
import { NativeSelect, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { late } from "../../../kit/late.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { asFound, useChoices } from "../../../resource/use-choices.ts";
import { type CallListFilter, callListSearch } from "../call-list-search.ts";

const MoreFilters = late(async () => (await import("./MoreFilters.tsx")).MoreFilters);

interface Props {
  filter: CallListFilter;
  /** Assistant names of the loaded calls, including assistants that are not stored. */
  assistants: readonly string[];
  onChange: (filter: CallListFilter) => void;
}

export function CallFilters({ filter, assistants, onChange }: Props) {
  const { t } = useTranslation();
  const { assistant, status, ...others } = filter;
  // Like an address, it leaves out filters without a value.
  const change = (next: Record<string, unknown>) => onChange(callListSearch({ assistant, status, ...others, ...next }));
  return (
    <>
      <AssistantFilter value={assistant} known={assistants} onChange={(name) => change({ assistant: name })} />
      <NativeSelect
        aria-label={t("calls.filterStatus")}
        value={status ?? ""}
        data={[
          { value: "", label: t("calls.anyStatus") },
          ...OWN_CALL_STATUSES.map((each) => ({ value: each, label: t(`calls.status.${each}`) })),
        ]}
        onChange={(event) => change({ status: event.currentTarget.value })}
      />
      <MoreFilters
        key={JSON.stringify(others)}
        filter={others}
        onChange={(more) => onChange(callListSearch({ assistant, status, ...more }))}
      />
    </>
  );
}

interface AssistantFilterProps {
  value: string | undefined;
  known: readonly string[];
  onChange: (name: string | undefined) => void;
}

/** By name, so that calls of inline assistants are found, too. */
function AssistantFilter({ value, known, onChange }: AssistantFilterProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const typed = search === value ? "" : search;
  const { options, isPending, open } = useChoices(referenceTo("assistants"), {
    search: typed,
    chosen: [],
    nameOf: (entity) => nameOfEntity(entity) ?? "",
  });
  const matching = known.filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const names = new Set([...(value ? [value] : []), ...matching, ...options.map(({ label }) => label)]);
  names.delete("");
  return (
    <Select
      aria-label={t("calls.filterAssistant")}
      placeholder={t("calls.anyAssistant")}
      searchable
      clearable
      filter={asFound}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={open}
      nothingFoundMessage={t(isPending ? "app.loading" : "resource.form.nothingFound")}
      data={[...names].sort()}
      value={value ?? null}
      onChange={(name) => onChange(name ?? undefined)}
    />
  );
}

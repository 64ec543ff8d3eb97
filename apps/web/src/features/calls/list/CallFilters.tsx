import { OWN_CALL_STATUSES } from "@callwright/contract";
import { NativeSelect, Select } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { asFound, useChoices } from "../../../resource/use-choices.ts";
import type { CallListFilter } from "../call-list-search.ts";

const MoreFilters = lazy(async () => ({ default: (await import("./MoreFilters.tsx")).MoreFilters }));

interface Props {
  filter: CallListFilter;
  /** Assistant names of the loaded calls, including assistants that are not stored. */
  assistants: readonly string[];
  onChange: (filter: CallListFilter) => void;
}

export function CallFilters({ filter, assistants, onChange }: Props) {
  const { t } = useTranslation();
  const { assistant, status, ...others } = filter;
  return (
    <>
      <AssistantFilter
        value={assistant}
        known={assistants}
        onChange={(name) => {
          const { assistant: _, ...rest } = filter;
          onChange(name === undefined ? rest : { ...rest, assistant: name });
        }}
      />
      <NativeSelect
        aria-label={t("calls.filterStatus")}
        value={status ?? ""}
        data={[
          { value: "", label: t("calls.anyStatus") },
          ...OWN_CALL_STATUSES.map((each) => ({ value: each, label: t(`calls.status.${each}`) })),
        ]}
        onChange={({ currentTarget }) => {
          const { status: _, ...rest } = filter;
          const chosen = OWN_CALL_STATUSES.find((each) => each === currentTarget.value);
          onChange(chosen ? { ...rest, status: chosen } : rest);
        }}
      />
      <Suspense fallback={null}>
        <MoreFilters
          key={JSON.stringify(others)}
          filter={others}
          onChange={(more) => onChange({ ...(assistant ? { assistant } : {}), ...(status ? { status } : {}), ...more })}
        />
      </Suspense>
    </>
  );
}

interface AssistantFilterProps {
  value: string | undefined;
  known: readonly string[];
  onChange: (name: string | undefined) => void;
}

/** By name, so that calls of assistants that are not stored are found, too. */
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

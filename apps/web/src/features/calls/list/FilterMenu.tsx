import { OWN_CALL_STATUSES } from "@callwright/contract";
import { Autocomplete, Button, Group, NativeSelect, NumberInput, Popover, Select, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useClient } from "../../../data/services.tsx";
import { EndedReasonSelect } from "../../../kit/EndedReasonSelect.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { localTime } from "../../../resource/local-time.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { asFound, useChoices } from "../../../resource/use-choices.ts";
import { type CallListFilter, callListSearch } from "../call-list-search.ts";
import { newestCallsQuery } from "../call-queries.ts";
import classes from "./calls-page.module.css";

interface Props {
  filter: CallListFilter;
  /** Assistant names of the loaded calls, including assistants that are not stored. */
  assistants: readonly string[];
  onChange: (filter: CallListFilter) => void;
}

/** The filters besides the search. They take effect when applied together. */
export function FilterMenu({ filter, assistants, onChange }: Props) {
  const { t } = useTranslation();
  const [opened, popover] = useDisclosure();
  const [draft, setDraft] = useState(filter);
  // Like an address, it leaves out filters without a value.
  const set = (name: keyof CallListFilter, value: unknown) => setDraft(callListSearch({ ...draft, [name]: value }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    popover.close();
    onChange(draft);
  };
  const text = (name: "customerName" | "customerNumber" | "endedReasons" | "failedTool" | "said") => (
    <TextInput
      label={t(`calls.filter.${name}`)}
      value={draft[name] ?? ""}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  );
  return (
    <Popover opened={opened} onChange={popover.toggle} position="bottom-start" withArrow trapFocus width={340}>
      <Popover.Target>
        <Button className={classes.add ?? ""} leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={popover.toggle}>
          {t("calls.filterAdd")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("calls.filterAdd")} mah="80vh" style={{ overflowY: "auto" }}>
        <form onSubmit={apply}>
          <Stack gap="xs">
            <AssistantFilter value={draft.assistant} known={assistants} onChange={(name) => set("assistant", name)} />
            <NativeSelect
              // The focus would open the list of the field above.
              data-autofocus
              label={t("calls.filterStatus")}
              value={draft.status ?? ""}
              data={[
                { value: "", label: t("calls.anyStatus") },
                ...OWN_CALL_STATUSES.map((each) => ({ value: each, label: t(`calls.status.${each}`) })),
              ]}
              onChange={(event) => set("status", event.currentTarget.value)}
            />
            <EndedReasonChoice value={draft.endedReason} onChange={(reason) => set("endedReason", reason)} />
            <Autocomplete
              label={t("calls.filter.success")}
              data={["true", "false"]}
              value={draft.success ?? ""}
              onChange={(value) => set("success", value)}
              comboboxProps={{ withinPortal: false }}
            />
            {text("said")}
            {text("failedTool")}
            <Group grow gap="xs">
              {text("customerName")}
              {text("customerNumber")}
            </Group>
            <Group grow gap="xs">
              {(["costFrom", "costTo"] as const).map((name) => (
                <NumberInput
                  key={name}
                  label={t(`calls.filter.${name}`)}
                  prefix={t("calls.dollars")}
                  min={0}
                  step={0.01}
                  value={draft[name] ?? ""}
                  onChange={(value) => set(name, value)}
                />
              ))}
            </Group>
            <NumberInput
              label={t("calls.filter.responseFrom")}
              min={0}
              step={100}
              value={draft.responseFrom ?? ""}
              onChange={(value) => set("responseFrom", value)}
            />
            {draft.endedReasons !== undefined && text("endedReasons")}
            {(["from", "until"] as const).map((name) => (
              <TextInput
                key={name}
                type="datetime-local"
                label={t(`calls.filter.${name}`)}
                value={localTime(draft[name] ?? "")}
                onChange={({ currentTarget: { value } }) => set(name, value === "" ? "" : new Date(value).toISOString())}
              />
            ))}
            <Group justify="space-between" mt="xs">
              <Button type="button" onClick={() => setDraft(draft.search === undefined ? {} : { search: draft.search })}>
                {t("calls.clearFilters")}
              </Button>
              <Button type="submit" variant="filled">
                {t("calls.applyFilters")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function EndedReasonChoice({ value, onChange }: { value: string | undefined; onChange: (reason?: string) => void }) {
  const { t } = useTranslation();
  const newest = useQuery(newestCallsQuery(useClient(), {}, useIsLive()));
  // Reasons that name a provider are taken from the loaded calls.
  const had = newest.data?.results.flatMap(({ endedReason }) => endedReason ?? []) ?? [];
  return (
    <EndedReasonSelect
      label={t("calls.filter.endedReason")}
      anyLabel={t("calls.anyReason")}
      value={value}
      others={had}
      onChange={onChange}
    />
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
      label={t("calls.filterAssistant")}
      placeholder={t("calls.anyAssistant")}
      comboboxProps={{ withinPortal: false }}
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

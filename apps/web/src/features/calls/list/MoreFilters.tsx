import { Autocomplete, Button, Group, NumberInput, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useClient } from "../../../data/services.tsx";
import { EndedReasonSelect } from "../../../kit/EndedReasonSelect.tsx";
import { localTime } from "../../../resource/local-time.ts";
import { type CallListFilter, callListSearch } from "../call-list-search.ts";
import { newestCallsQuery } from "../call-queries.ts";

interface Props {
  filter: CallListFilter;
  onChange: (filter: CallListFilter) => void;
}

/** Less common filters. They take effect when applied together. */
export function MoreFilters({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const [opened, popover] = useDisclosure();
  const [draft, setDraft] = useState(filter);
  const count = Object.keys(filter).length;
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
        <Button variant={count > 0 ? "light" : "default"} onClick={popover.toggle}>
          {count > 0 ? t("calls.moreFiltersSet", { count }) : t("calls.moreFilters")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("calls.moreFilters")}>
        <form onSubmit={apply}>
          <Stack gap="xs">
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
              <Button type="button" onClick={() => setDraft({})}>
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

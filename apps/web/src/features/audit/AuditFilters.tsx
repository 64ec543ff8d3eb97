import type { AuditEvent } from "@callwright/contract";
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { membersQuery } from "../../data/org-queries.ts";
import { useClient } from "../../data/services.tsx";
import { memberName } from "../../data/use-member-name.ts";
import type { AuditSearch } from "./audit-search.ts";
import { knownActions } from "./audit-sentence.ts";

interface AuditFiltersProps {
  orgId: string;
  filter: AuditSearch;
  /** The people in the loaded events. Some may have left the organization. */
  events: readonly AuditEvent[];
  onChange: (filter: AuditSearch) => void;
}

export function AuditFilters({ orgId, filter, events, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const members = useQuery(membersQuery(useClient(), orgId)).data;
  const actions = useMemo(() => knownActions(t), [t]);
  const actors = useMemo(() => {
    const known = new Map(members?.map((member) => [member.id, memberName(member)]));
    for (const { actor, actorId, actorName } of events) {
      if (!known.has(actorId)) known.set(actorId, t(`audit.actors.${actor}`, { name: actorName }));
    }
    return [...known].map(([value, label]) => ({ value, label }));
  }, [members, events, t]);
  const choose = (name: keyof AuditSearch, value: string | null) => {
    const { [name]: _, ...rest } = filter;
    onChange(value === null ? rest : { ...rest, [name]: value });
  };
  return (
    <>
      <Select
        aria-label={t("audit.who")}
        placeholder={t("audit.anybody")}
        searchable
        clearable
        data={withValue(actors, filter.actorId)}
        value={filter.actorId ?? null}
        onChange={(value) => choose("actorId", value)}
      />
      <Select
        aria-label={t("audit.what")}
        placeholder={t("audit.anything")}
        searchable
        clearable
        comboboxProps={{ width: 320, position: "bottom-start" }}
        data={withValue(actions, filter.action)}
        value={filter.action ?? null}
        onChange={(value) => choose("action", value)}
      />
    </>
  );
}

/** The address may have a value that is not among the choices. */
function withValue(choices: { value: string; label: string }[], value: string | undefined) {
  if (value === undefined || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: value }];
}

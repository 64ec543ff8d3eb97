import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { callOf } from "../resource-calls.ts";
import { nameOfEntity, type ResourceEntity } from "../resource-entity.ts";
import { choicesQuery } from "../resource-queries.ts";
import { humanValue } from "./field-names.ts";
import type { FieldProps } from "./field-props.ts";
import type { Reference } from "./references.ts";
import { useControl } from "./use-control.ts";

type ReferenceProps = FieldProps & { to: Reference; isList: boolean };

const ID = /^[0-9a-f-]{8,}$/i;

/** The id of something else, chosen by its name. An id that is not among the newest can be pasted. */
export function ReferenceField({ to, isList, ...field }: ReferenceProps) {
  const { t } = useTranslation();
  const client = useClient();
  const { isRequired } = field;
  const [search, setSearch] = useState("");
  const isListed = callOf(client, to, "list") !== undefined;
  const choices = useQuery({ ...choicesQuery(client, to), enabled: isListed });
  const { placeholder: _, ...control } = useControl(field);
  const chosen = [field.value].flat().filter((id) => typeof id === "string");
  const named = (choices.data ?? []).map((entity) => ({ value: entity.id, label: nameOfEntity(entity) ?? kindAndId(entity) }));
  const pasted = ID.test(search.trim()) ? [search.trim()] : [];
  const unnamed = [...new Set([...chosen, ...pasted])].filter((id) => !named.some(({ value }) => value === id));
  const combo = {
    ...control,
    data: [...named, ...unnamed.map((id) => ({ value: id, label: id }))],
    searchable: true,
    searchValue: search,
    onSearchChange: setSearch,
    nothingFoundMessage: t(choices.isPending ? "app.loading" : "resource.form.nothingFound"),
    placeholder: chosen.length > 0 && isList ? "" : t(isRequired ? "resource.form.choose" : "resource.form.notSet"),
  };
  if (isList) {
    return (
      <MultiSelect
        {...combo}
        clearable
        value={chosen}
        onChange={(ids) => field.onChange(ids.length > 0 || isRequired ? ids : undefined)}
      />
    );
  }
  if (!isListed) {
    const [id = ""] = chosen;
    return <TextInput {...control} value={id} onChange={(event) => field.onChange(event.currentTarget.value || undefined)} />;
  }
  return (
    <Select {...combo} clearable={!isRequired} value={chosen[0] ?? null} onChange={(id) => field.onChange(id ?? undefined)} />
  );
}

/** What an unnamed thing is told apart by: `OpenAI · 9c1f2a3b…`. */
function kindAndId({ id, provider, type }: ResourceEntity): string {
  const kind = [provider, type].find((each) => typeof each === "string");
  return [...(kind === undefined ? [] : [humanValue(kind)]), `${id.slice(0, 8)}…`].join(" · ");
}

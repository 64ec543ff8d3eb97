import { UNPUBLISHED_VERSION } from "@callwright/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../data/services.tsx";
import type { Reference } from "./form/references.ts";
import { callOf } from "./resource-calls.ts";
import { nameOfEntity, type ResourceEntity } from "./resource-entity.ts";
import { choicesQuery } from "./resource-queries.ts";

/** The pause in typing before a request is sent. */
export const SEARCH_DELAY_MS = 200;

interface ChoicesOptions {
  search: string;
  /** The chosen values. They are always options. */
  chosen: readonly string[];
  nameOf: (entity: ResourceEntity) => string;
}

type Kind = Pick<Reference, "name" | "path">;

/** The options of a picker: the server's results for the typed text. The first request is sent when the picker opens. */
export function useChoices(to: Kind, { search, chosen, nameOf }: ChoicesOptions) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const referred = [...useReferred(to, chosen).values()];
  // The field of a single choice shows the chosen name. That is not a search.
  const wanted = referred.some((entity) => nameOf(entity) === search) ? "" : search.trim();
  const [asked] = useDebouncedValue(wanted, SEARCH_DELAY_MS);
  const isListed = callOf(client, to, "list") !== undefined;
  const { data, isPending } = useQuery({ ...choicesQuery(client, to, asked), enabled: isListed && isOpen });
  const entities = new Map([...(data?.results ?? []), ...referred].map((entity) => [entity.id, entity]));
  return {
    /** The found entities. */
    entities: [...entities.values()],
    options: [...entities.values()].map((entity) => ({ value: entity.id, label: nameOf(entity) })),
    isPartial: data?.isPartial === true,
    isPending: isPending || asked !== wanted,
    open: () => setOpen(true),
  };
}

/** A select whose options the server searches. A chosen value without a known name is shown by its id. */
export function usePicker(to: Kind, chosen: readonly string[], nameOf: (entity: ResourceEntity) => string) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const { options, entities, isPartial, isPending, open } = useChoices(to, { search, chosen, nameOf });
  const unnamed = chosen.filter((id) => options.every(({ value }) => value !== id));
  return {
    search,
    entities,
    /** Props of the select. */
    props: {
      data: [...options, ...unnamed.map((id) => ({ value: id, label: id }))],
      searchable: true,
      filter: asFound,
      searchValue: search,
      onSearchChange: setSearch,
      onDropdownOpen: open,
      nothingFoundMessage: isPending
        ? t("app.loading")
        : t(isPartial ? "resource.form.nothingFoundHere" : "resource.form.nothingFound"),
    },
  };
}

/** The entities with these ids, if they exist: from the newest ones, or else requested one by one. */
export function useReferred(to: Kind, ids: readonly string[]): ReadonlyMap<string, ResourceEntity> {
  const client = useClient();
  const isListed = callOf(client, to, "list") !== undefined;
  const newest = useQuery({ ...choicesQuery(client, to), enabled: isListed && ids.length > 0 }).data?.results;
  const missing = [...new Set(ids)].filter((id) => newest?.every((entity) => entity.id !== id));
  const asked = useQueries({ queries: missing.map((id) => choicesQuery(client, to, id)) });
  const all = [...(newest ?? []), ...asked.flatMap(({ data }) => data?.results ?? [])];
  return new Map(all.filter(({ id }) => ids.includes(id)).map((entity) => [entity.id, entity]));
}

export const nameOrId = (entity: ResourceEntity) => nameOfEntity(entity) ?? entity.id;

/** The server has searched already, so a picker shows all of its results. */
export const asFound = <Options>({ options }: { options: Options }): Options => options;

/** A name of a thing in a picker; an unpublished assistant is marked, because it cannot run. */
export function usePickedName(unnamed: (entity: ResourceEntity) => string) {
  const { t } = useTranslation();
  return (entity: ResourceEntity): string => {
    const name = nameOfEntity(entity) ?? unnamed(entity);
    return entity.latestVersion === UNPUBLISHED_VERSION ? t("resource.form.unpublished", { name }) : name;
  };
}

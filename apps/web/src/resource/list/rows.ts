import type { TFunction } from "i18next";
import type { Resource, ResourceColumn } from "../resource.ts";
import type { ResourceEntity } from "../resource-entity.ts";
import { matchesWords } from "../search.ts";

/** One row of a list. The list searches and sorts the shown texts. */
export interface ResourceRow {
  id: string;
  name: string;
  /** By column id. */
  texts: Readonly<Record<string, string>>;
  entity: ResourceEntity;
  /** ISO 8601. */
  updatedAt: string;
}

export function toRows(
  entities: readonly ResourceEntity[],
  { columns = [] }: Pick<Resource, "columns">,
  nameOf: (entity: ResourceEntity) => string,
  t: TFunction,
): ResourceRow[] {
  return entities.map((entity) => ({
    id: entity.id,
    name: nameOf(entity),
    texts: Object.fromEntries(columns.map((column) => [column.id, column.text(entity, t)])),
    entity,
    updatedAt: entity.updatedAt ?? entity.createdAt,
  }));
}

/** The rows that contain every word of the search; an id must match from its beginning. */
export function filterRows(rows: readonly ResourceRow[], search: string): readonly ResourceRow[] {
  return rows.filter(({ id, name, texts }) => matchesWords([name, ...Object.values(texts)], id, search));
}

/** Names are compared in natural order ("Agent 9" before "Agent 10"); equal rows keep their order. */
export function sortRows(
  rows: readonly ResourceRow[],
  sort: string | undefined,
  columns: readonly ResourceColumn<ResourceEntity>[],
): readonly ResourceRow[] {
  if (sort === undefined) return rows;
  const id = sort.replace(/^-/, "");
  const keyOf = orderOf(id, columns);
  if (!keyOf) return rows;
  const words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const compare = (one: ResourceRow, other: ResourceRow) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));
  };
  return rows.toSorted((one, other) => (sort.startsWith("-") ? compare(other, one) : compare(one, other)));
}

function orderOf(id: string, columns: readonly ResourceColumn<ResourceEntity>[]) {
  if (id === "name") return (row: ResourceRow) => row.name;
  if (id === "updated") return (row: ResourceRow) => Date.parse(row.updatedAt);
  const column = columns.find((each) => each.id === id);
  return column && ((row: ResourceRow) => column.order?.(row.entity) ?? row.texts[id] ?? "");
}

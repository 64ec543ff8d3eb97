import type { ResourceEntity } from "./resource-entity.ts";

/** Whether a search finds a thing, as the server decides it: each word is in what people call it, or begins its id. */
export function matchesSearch(entity: ResourceEntity, search: string): boolean {
  const { name, number, sipUri, type, provider, function: itsFunction, customer } = entity;
  const texts = [
    name,
    number,
    sipUri,
    type,
    provider,
    partOf(itsFunction, "name"),
    partOf(customer, "name"),
    partOf(customer, "number"),
  ];
  const text = texts
    .filter((each) => typeof each === "string")
    .join(" ")
    .toLowerCase();
  return wordsOf(search).every((word) => text.includes(word) || entity.id.startsWith(word));
}

export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

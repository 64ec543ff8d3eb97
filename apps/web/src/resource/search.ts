import { isFields } from "@callwright/contract";
import type { ResourceEntity } from "./resource-entity.ts";

/** Whether a search matches, by the server's rule: each word is in the display name, or the id begins with it. */
export function matchesSearch(entity: ResourceEntity, search: string): boolean {
  const { id, sipUri, type, provider, function: itsFunction, customer } = entity;
  const named = [entity, itsFunction, customer].filter(isFields).flatMap(({ name, number }) => [name, number]);
  const texts = [...named, sipUri, type, provider].filter((each) => typeof each === "string");
  return matchesWords(texts, id, search);
}

/** Whether each word of a search is in one of the texts, or begins the id. */
export function matchesWords(texts: readonly string[], id: string, search: string): boolean {
  const text = texts.join(" ").toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word) || id.startsWith(word));
}

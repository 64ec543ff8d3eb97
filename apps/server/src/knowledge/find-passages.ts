import type { PassageFound } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { type SearchScope, searchPassages } from "./search-passages.ts";

/** The passages of these sources that best match a question, the best first. */
export async function findPassages(
  { db }: { db: Database },
  { orgId, sourceIds }: SearchScope,
  question: string,
  limit: number,
): Promise<PassageFound[]> {
  const scope = { orgId, sourceIds: [...new Set(sourceIds.map((id) => id.toLowerCase()))] };
  const ranked = await searchPassages(db, scope, question, limit);
  return ranked.map(({ sourceId: _, ordinal: __, ...passage }) => passage);
}

import type { CreateKnowledgeBase, Website } from "@callwright/contract";
import type { Database } from "../../../platform/db/connect.ts";
import type { ResourceRow } from "../../../platform/resource-kit/resource-store.ts";
import type { AddReading } from "../search/unread.ts";
import { websitesOf } from "../search/websites-of.ts";
import { removeOtherWebsites } from "./website-store.ts";

interface PlanContext {
  /** A transaction. */
  db: Database;
  newId: () => string;
  addWebsiteReading: AddReading;
}

interface Planned {
  orgId: string;
  config: CreateKnowledgeBase;
  /** Undefined for a create. */
  previous: ResourceRow | undefined;
}

/**
 * The web pages of a knowledge base after a change. Jobs read those that are new; with a change of the plan, also those that could not be
 * read. The passages of pages that it no longer has are deleted.
 */
export async function planWebsites(context: PlanContext, { orgId, config, previous }: Planned): Promise<Website[]> {
  const before = new Map((previous ? websitesOf(previous) : []).map((each) => [each.url, each]));
  const isPlanSame = JSON.stringify(addressesOf(config)) === JSON.stringify([...before.keys()]);
  const websites = addressesOf(config).map((url): Website => {
    const known = before.get(url);
    if (!known) return { id: context.newId(), url, status: "reading" };
    return known.status === "failed" && !isPlanSame ? { ...known, status: "reading" } : known;
  });
  if (previous) await removeOtherWebsites(context.db, orgId, previous.id, websites);
  await addJobs(context, orgId, websites);
  return websites;
}

/** Adds jobs for the pages that are to be read. */
export async function addJobs(
  { db, addWebsiteReading }: Pick<PlanContext, "db" | "addWebsiteReading">,
  orgId: string,
  websites: readonly Website[],
): Promise<void> {
  for (const { id, status } of websites) if (status === "reading") await addWebsiteReading(db, { orgId, id });
}

/** Without repetitions. */
function addressesOf(config: CreateKnowledgeBase): string[] {
  if (config.provider !== "trieve" || config.createPlan.type !== "create") return [];
  return [...new Set(config.createPlan.chunkPlans.flatMap(({ websites = [] }) => websites))];
}

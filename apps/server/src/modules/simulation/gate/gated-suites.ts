import { invalid, PlatformError, type TestSuite } from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { findResources } from "../../../platform/resource-kit/resource-store.ts";
import { assistant } from "../../assistant/tables.ts";
import { simulationSuite } from "../tables.ts";

/** Fails with `validation-failed` for a suite that does not exist, or tests something else. */
export async function requireSuites(
  db: Database,
  orgId: string,
  assistantId: string,
  suiteIds: readonly string[],
): Promise<void> {
  const suites = await findResources(db, orgId, { table: simulationSuite }, suiteIds);
  const problems = suiteIds.flatMap((id) => {
    const suite = suites.find((each) => each.id === id);
    if (!suite) return [`suiteIds must name suites of this organization; ${id} is none. Leave it out`];
    const { targetPlan } = suite.config as Pick<TestSuite, "targetPlan">;
    if (targetPlan?.assistantId?.toLowerCase() === assistantId) return [];
    return [`suiteIds must name suites whose targetPlan names this assistant; ${id} tests something else`];
  });
  if (problems.length > 0) throw invalid(...problems);
}

/** Fails with `test-suite-gates` while the suite gates an assistant: without it, nothing could go live there. */
export async function requireNoGate(db: Database, orgId: string, suiteId: string): Promise<void> {
  const gated = await db
    .select({ name: sql<string | null>`${assistant.config} ->> 'name'`, id: assistant.id })
    .from(assistant)
    .where(
      and(
        eq(assistant.orgId, orgId),
        isNull(assistant.deletedAt),
        sql`${assistant.publishGate} -> 'suiteIds' @> ${JSON.stringify([suiteId])}::jsonb`,
      ),
    );
  if (gated.length === 0) return;
  throw new PlatformError("test-suite-gates", { assistants: gated.map(({ name, id }) => name ?? id).join(", ") });
}

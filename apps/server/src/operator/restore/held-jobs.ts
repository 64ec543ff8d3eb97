import { inArray, min, or } from "drizzle-orm";
import { call } from "../../modules/call/tables.ts";
import { listUnreadWebsites } from "../../modules/knowledge/knowledge-base/website-store.ts";
import { isOpenTestRun, simulationRun } from "../../modules/simulation/tables.ts";
import { outputRun } from "../../modules/structured-output/tables.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { isoOf, type KindWork, noItems } from "./kind-work.ts";

/** Waiting jobs continue after the resume: they have no deadline. */
export function heldJobs({ db }: Pick<ServerContext, "db">): KindWork {
  return {
    async summary() {
      const isToDo = or(inArray(call.analysisState, ["waiting", "again"]), inArray(call.artifactState, ["waiting", "storing"]));
      const [oldest] = await db
        .select({ at: min(call.endedAt) })
        .from(call)
        .where(isToDo);
      const counts = await Promise.all([
        db.$count(call, isToDo),
        db.$count(outputRun, inArray(outputRun.status, ["queued", "running"])),
        db.$count(simulationRun, isOpenTestRun),
        listUnreadWebsites(db).then(({ length }) => length),
      ]);
      const held = counts.reduce((sum, each) => sum + each, 0);
      return { held, ahead: held, overdue: 0, oldestAt: isoOf(oldest?.at) };
    },
    items: noItems,
  };
}

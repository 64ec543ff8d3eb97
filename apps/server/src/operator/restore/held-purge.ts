import { min } from "drizzle-orm";
import { listPurgeable } from "../../platform/jobs/purge-deleted.ts";
import { listExpired } from "../../platform/jobs/retention.ts";
import type { Platform } from "../../platform/modules/module.ts";
import { isoOf, type KindWork, noItems } from "./kind-work.ts";

/** Counts what retention and purge would delete now. */
export function heldPurge(context: Pick<Platform, "db" | "lifetimes" | "now">): KindWork {
  const { db } = context;
  return {
    async summary() {
      let [held, oldest] = [0, Number.POSITIVE_INFINITY];
      for (const { table, due } of [...(await listExpired(context)), ...(await listPurgeable(context))]) {
        const count = await db.$count(table, due);
        if (count === 0) continue;
        held += count;
        const [first] = await db
          .select({ at: min(table.createdAt) })
          .from(table)
          .where(due);
        if (first?.at) oldest = Math.min(oldest, new Date(first.at as Date).getTime());
      }
      return { held, ahead: held, overdue: 0, oldestAt: Number.isFinite(oldest) ? isoOf(new Date(oldest)) : undefined };
    },
    items: noItems,
  };
}

import type { HttpContext } from "./http-context.ts";
import { idempotencyKey } from "./tables.ts";

/** True once for each name in an organization, on any node, as long as request keys are kept. Later uses are repetitions. */
export async function isFirstUse({ db, now }: Pick<HttpContext, "db" | "now">, orgId: string, name: string): Promise<boolean> {
  const inserted = await db
    .insert(idempotencyKey)
    .values({ orgId, key: name, requestHash: "", createdAt: now() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  return inserted.length > 0;
}

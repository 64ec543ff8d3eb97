import { sql } from "drizzle-orm";
import { succeeds } from "../base/succeeds.ts";
import type { Database } from "./connect.ts";

/** However often it is asked, the database is asked once in this time. */
const BELIEVED_MS = 1_000;
/** A database that has not answered by then is of no use to a request. */
const ANSWER_MS = 2_000;

/** Whether the database answers now, or did within the last second. */
export function createDatabaseProbe(db: Pick<Database, "execute">): () => Promise<boolean> {
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(true);
  return () => {
    if (performance.now() - askedAtMs < BELIEVED_MS) return answer;
    askedAtMs = performance.now();
    answer = ask(db);
    return answer;
  };
}

async function ask(db: Pick<Database, "execute">): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS, false);
  });
  const isThere = await Promise.race([succeeds(db.execute(sql`select 1`)), late]);
  clearTimeout(timer);
  return isThere;
}

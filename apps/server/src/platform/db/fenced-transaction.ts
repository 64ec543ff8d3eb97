import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Database } from "./connect.ts";

/** How drizzle ends a transaction. */
const ENDINGS = new Set(["commit", "rollback"]);

/**
 * A transaction that may be given up before its work has ended: after `work` has settled, further statements on its database are refused. Otherwise,
 * a late statement would be committed on its own, or in the transaction of the connection's next user.
 */
export async function inFencedTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  const client = await poolOf(db).connect();
  let isOver = false;
  const query = (...args: Parameters<pg.PoolClient["query"]>) => {
    const [{ text }] = args as unknown as [{ text: string }];
    if (isOver && !ENDINGS.has(text)) throw new Error("a transaction that is over was asked for something");
    return client.query(...args);
  };
  const fenced = new Proxy(client, { get: (of, name) => (name === "query" ? query : Reflect.get(of, name)) });
  try {
    return await drizzle(fenced).transaction(async (tx) => {
      try {
        return await work(tx);
      } finally {
        isOver = true;
      }
    });
  } finally {
    client.release();
  }
}

function poolOf(db: Database): pg.Pool {
  const { $client } = db as Database & { $client?: unknown };
  if (!($client instanceof pg.Pool)) throw new Error("a fenced transaction cannot begin in another one");
  return $client;
}

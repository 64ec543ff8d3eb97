import { inTurn } from "../../../platform/config/in-turn.ts";
import type { Logger } from "../../../platform/config/logger.ts";
import type { Database } from "../../../platform/db/connect.ts";
import { type CallCommand, listPendingCommands, markTaken } from "./command-store.ts";

export interface CommandTakerOptions {
  db: Database;
  log: Logger;
  now: () => Date;
  /** Calls of this node whose hosts take commands. */
  callIds(): readonly string[];
  carryOut(command: CallCommand): void;
}

/**
 * Carries out supervisors' commands to calls of this node, from any node: in order, and each once. A running call belongs to one node, so
 * that node remembers carried-out commands in memory until the database has them marked. When the node dies, its calls end. Answers what carries
 * out pending commands, which has no effect while the database is unavailable.
 */
export function createCommandTaker({ db, log, now, callIds, carryOut }: CommandTakerOptions): () => Promise<void> {
  /** Carried out, but not yet marked in the database. */
  const done = new Set<string>();

  async function takeAll(): Promise<void> {
    const ids = callIds();
    if (ids.length === 0) return done.clear();
    const commands = await listPendingCommands(db, ids);
    if (commands.length === 0) return done.clear();
    for (const command of commands) {
      if (done.has(command.id)) continue;
      done.add(command.id);
      carryOut(command);
    }
    const taken = commands.map(({ id }) => id);
    await markTaken(db, taken, now());
    for (const id of taken) done.delete(id);
  }

  return inTurn(() => takeAll().catch((err: unknown) => log.warn({ err }, "commands of supervisors wait for another try")));
}

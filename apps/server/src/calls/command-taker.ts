import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import type { Logger } from "../logger.ts";
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
 * Takes what supervisors have sent into the calls of this node, wherever they sent it, and carries it out: in order, and each once.
 * A call belongs to one node for as long as it runs, so what that has carried out it need only remember until the database knows it too;
 * when the node dies, its calls do.
 */
export interface CommandTaker {
  /** Looks for commands. Resolves when those that were there are carried out; without effect while the database is away. */
  take(): Promise<void>;
}

export function createCommandTaker({ db, log, now, callIds, carryOut }: CommandTakerOptions): CommandTaker {
  /** Carried out, and not known to be marked. */
  const done = new Set<string>();
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;

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

  return {
    take() {
      // Who comes while one waits to begin is served by that.
      waiting ??= last.then(() => {
        waiting = undefined;
        last = takeAll().catch((error: unknown) =>
          log.warn({ err: loggableCause(error) }, "commands of supervisors wait for another try"),
        );
        return last;
      });
      return waiting;
    },
  };
}

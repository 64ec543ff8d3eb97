import type { HeldKind } from "@callwright/contract";
import type { Logger } from "../config/logger.ts";
import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import { heldKind, restore } from "./tables.ts";

/** How often a node checks whether another one has resumed a kind, while work is held. */
const LOOK_MS = 2_000;

/**
 * What a restored server does not begin by itself until its operator resumes it.
 *
 * ```
 *   npm run restore ──▶ held ── the operator ──▶ resumed, for good
 * ```
 */
export interface HeldWork {
  isHeld(kind: HeldKind): boolean;
  /** The kinds that are held. */
  kinds(): HeldKind[];
  /** When the database was restored. Undefined: never. */
  readonly restoredAt: Date | undefined;
  /** Undefined: it is held, or never was. */
  resumedAt(kind: HeldKind): Date | undefined;
  /** Begins work now or, if the kind is held, when it is resumed. If it fails then, it is tried again. */
  whenResumed(kind: HeldKind, begin: () => Promise<void>): Promise<void>;
  /** Checks now which kinds were resumed, and begins their work. */
  look(): Promise<void>;
  close(): void;
}

/** For a server that was never restored. */
export const NOTHING_HELD: HeldWork = {
  isHeld: () => false,
  kinds: () => [],
  restoredAt: undefined,
  resumedAt: () => undefined,
  whenResumed: (_kind, begin) => begin(),
  look: async () => {},
  close: () => {},
};

/** Reads which work is held after a restore. Call it before the server starts jobs. */
export async function openHeldWork(db: Database, log: Logger): Promise<HeldWork> {
  const [row] = await db.select({ restoredAt: restore.restoredAt }).from(restore);
  if (!row) return NOTHING_HELD;
  const kinds = new Map<HeldKind, Date | null>();
  const waiting: { kind: HeldKind; begin: () => Promise<void> }[] = [];
  let looking: Promise<void> | undefined;

  const read = async () => {
    for (const { kind, resumedAt } of await db.select().from(heldKind)) kinds.set(kind, resumedAt);
  };
  const isHeld = (kind: HeldKind) => kinds.get(kind) === null;

  async function begin(): Promise<void> {
    await read();
    // In the order in which they were registered: the workers of a queue before its jobs.
    for (const each of waiting.filter(({ kind }) => !isHeld(kind))) {
      await each.begin();
      waiting.splice(waiting.indexOf(each), 1);
    }
    if (![...kinds.keys()].some(isHeld) && waiting.length === 0) clearInterval(timer);
  }

  function look(): Promise<void> {
    looking ??= begin()
      .catch((error: unknown) => log.warn({ err: loggableCause(error) }, "resumed work waits for another try"))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  await read();
  const timer = setInterval(look, LOOK_MS).unref();
  if ([...kinds.keys()].some(isHeld))
    log.warn({ held: [...kinds.keys()].filter(isHeld) }, "this server was restored: what is held waits for its operator");
  return {
    isHeld,
    kinds: () => [...kinds.keys()].filter(isHeld),
    restoredAt: row.restoredAt,
    resumedAt: (kind) => kinds.get(kind) ?? undefined,
    async whenResumed(kind, begin) {
      if (isHeld(kind)) waiting.push({ kind, begin });
      else await begin();
    },
    async look() {
      // A read that is in progress may have begun before the change.
      await looking;
      await look();
    },
    close: () => clearInterval(timer),
  };
}

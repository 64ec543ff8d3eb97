import { createHmac } from "node:crypto";
import {
  HELD_KINDS,
  type HeldItem,
  type HeldItemsDone,
  type HeldKind,
  type HeldSummary,
  invalid,
  type OldServer,
  PlatformError,
  RESTORE_UNLOCK_MS,
  type RestoreState,
} from "@callwright/contract";
import { and, eq, isNull } from "drizzle-orm";
import { succeeds } from "../../platform/base/succeeds.ts";
import { hashRestoreCode } from "../../platform/held/restore-code.ts";
import { findRestore, type RestoreRow } from "../../platform/held/restore-store.ts";
import { heldKind } from "../../platform/held/tables.ts";
import { askOutside } from "../../platform/net/ask-outside.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { isSameSecret } from "../../platform/secrets/same-secret.ts";
import type { KindWork } from "./kind-work.ts";

type Context = Pick<ServerContext, "attempts" | "config" | "db" | "held" | "network" | "now" | "secrets">;
type Kinds = Record<HeldKind, KindWork>;

/** Time limit of sending, which waits for other servers. Items that have not begun by then stay. */
const SEND_MS = 20_000;
const OLD_SERVER_MS = 5_000;

/** The actions of a restored server's operator on the restore page. */
export type RestoreService = ReturnType<typeof createRestoreService>;

export function createRestoreService(context: Context, kinds: Kinds) {
  const { attempts, config, db, held, network, now, secrets } = context;

  const sign = (untilMs: number, { codeHash }: RestoreRow) =>
    createHmac("sha256", secrets.urlSigning).update(`restore\n${untilMs}\n${codeHash}`).digest("base64url");

  async function restored(): Promise<RestoreRow> {
    const row = held.restoredAt === undefined ? undefined : await findRestore(db);
    if (!row) throw new PlatformError("not-found", { what: "A restore" });
    return row;
  }

  async function summaryOf(kind: HeldKind): Promise<HeldSummary> {
    const resumedAt = held.resumedAt(kind)?.toISOString();
    return { kind, ...(resumedAt !== undefined && { resumedAt }), ...(await kinds[kind].summary()) };
  }

  async function each(kind: HeldKind, ids: readonly string[], what: "send" | "drop"): Promise<HeldItemsDone> {
    const act = kinds[kind][what];
    if (!act) throw invalid(`nothing of '${kind}' can be ${what === "send" ? "sent" : "dropped"} one by one`);
    const endsAtMs = performance.now() + SEND_MS;
    const problems: string[] = [];
    let done = 0;
    for (const id of ids) {
      if (performance.now() > endsAtMs) {
        problems.push(`${ids.length - done - problems.length} were not begun in time. Do it again for these.`);
        break;
      }
      const problem = await act(id).catch((error: unknown) => {
        if (error instanceof PlatformError) return error.problems?.join("; ") ?? error.message;
        throw error;
      });
      if (problem === undefined) done += 1;
      else problems.push(problem);
    }
    return { done, problems };
  }

  return {
    /** Fails with `restore-code-wrong` or `too-many-attempts`. `address`: the client's address. */
    async unlock(code: string, address: string): Promise<{ token: string; lockedAt: string }> {
      const row = await restored();
      const attempt = [{ limit: "restoreCodeByAddress", of: address }] as const;
      await attempts.take(attempt);
      if (!isSameSecret(hashRestoreCode(code), row.codeHash)) throw new PlatformError("restore-code-wrong");
      await attempts.undo(attempt);
      const untilMs = now().getTime() + RESTORE_UNLOCK_MS;
      return { token: `${untilMs}.${sign(untilMs, row)}`, lockedAt: new Date(untilMs).toISOString() };
    },

    /** Until when the page is unlocked. Fails with `unauthorized`, and with `not-found` on a server that was not restored. */
    async requireUnlocked(token: string): Promise<Date> {
      const row = await restored();
      const [until = "", mac = ""] = token.split(".");
      const isValid = /^\d{1,15}$/.test(until) && Number(until) > now().getTime() && isSameSecret(mac, sign(Number(until), row));
      if (!isValid) throw new PlatformError("unauthorized");
      return new Date(Number(until));
    },

    async state(lockedAt: Date): Promise<RestoreState> {
      const { backupMadeAt, restoredAt, restoredBy, checked, oldUrl } = await restored();
      return {
        backupMadeAt: backupMadeAt.toISOString(),
        restoredAt: restoredAt.toISOString(),
        restoredBy,
        checked,
        ...(oldUrl !== null && { oldUrl }),
        ...(config.publicUrl !== undefined && { url: config.publicUrl }),
        lockedAt: lockedAt.toISOString(),
        kinds: await Promise.all(HELD_KINDS.map(summaryOf)),
      };
    },

    /** Asks the address of the server that made the backup, unless it is the address of this one. */
    async oldServer(signal: AbortSignal): Promise<OldServer> {
      const { oldUrl } = await restored();
      const askedAt = now().toISOString();
      if (oldUrl === null || oldUrl === config.publicUrl) return { answers: false, askedAt };
      const asked = { method: "GET", url: new URL("/health/live", oldUrl), headers: {}, maxBytes: 1_000 };
      return { answers: await succeeds(askOutside(network, { ...asked, timeoutMs: OLD_SERVER_MS, signal })), askedAt };
    },

    items: (kind: HeldKind): Promise<HeldItem[]> => kinds[kind].items(),
    send: (kind: HeldKind, ids: readonly string[]) => each(kind, ids, "send"),
    drop: (kind: HeldKind, ids: readonly string[]) => each(kind, ids, "drop"),

    /** Cannot be undone. Items that are overdue now stay listed. */
    async resume(kind: HeldKind): Promise<HeldSummary> {
      await restored();
      await db.transaction(async (tx) => {
        const at = now();
        const [resumed] = await tx
          .update(heldKind)
          .set({ resumedAt: at })
          .where(and(eq(heldKind.kind, kind), isNull(heldKind.resumedAt)))
          .returning({ kind: heldKind.kind });
        if (resumed) await kinds[kind].resume?.(tx, at);
      });
      await held.look();
      return summaryOf(kind);
    },
  };
}

import { HELD_ITEMS_MAX } from "@callwright/contract";
import { and, eq, inArray, lte, or, sql } from "drizzle-orm";
import { type DeliveryRow, failDelivery } from "../../modules/webhook/delivery-store.ts";
import { webhookDelivery } from "../../modules/webhook/tables.ts";
import { organization } from "../../platform/auth/tables.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { GONE, isoOf, type KindWork } from "./kind-work.ts";

interface Context extends Pick<ServerContext, "db" | "held" | "now"> {
  /** One attempt, now. False: its server was removed. */
  deliverNow(delivery: DeliveryRow): Promise<boolean>;
}

const DROPPED = "It was dropped by the operator after a restore.";

/**
 * Every message that waits is overdue: it would have been sent at once. A retry is, if its time has passed. The rest are retries to come.
 *
 * ```
 *   waiting ─ resume ─▶ held ─ sent ─▶ delivered, retrying   retrying ─ its time has passed ─▶ held
 *                         └─ dropped ─▶ failed
 * ```
 */
export function heldWebhooks({ db, held, now, deliverNow }: Context): KindWork {
  const { id, status, nextAttemptAt } = webhookDelivery;
  const isPast = (at: Date) => and(eq(status, "retrying"), lte(nextAttemptAt, at));
  /** The messages that a resume would hold now, or that an earlier resume has held. */
  const isOverdue = () =>
    held.isHeld("webhooks") ? or(inArray(status, ["waiting", "held"]), isPast(now())) : eq(status, "held");

  async function find(deliveryId: string): Promise<DeliveryRow | undefined> {
    const [row] = await db
      .select()
      .from(webhookDelivery)
      .where(and(eq(id, deliveryId), isOverdue()));
    return row;
  }

  return {
    async summary() {
      const overdue = await db.$count(webhookDelivery, isOverdue());
      const all = await db.$count(webhookDelivery, inArray(status, ["waiting", "held", "retrying"]));
      const { rows } = await db.execute<{ oldest: string | null; next: string | null; addresses: string[] | null }>(sql`
        select min(d.created_at) as oldest, min(d.next_attempt_at) filter (where d.status = 'retrying') as next,
          array_agg(distinct substring(coalesce(d.url, c.assistant #>> '{server,url}', s.assistant #>> '{server,url}', g.config #>> '{server,url}', o.fields #>> '{server,url}') from '^https?://[^/?#]+')) as addresses
        from webhook_delivery d
          left join call c on c.id = d.call_id
          left join session s on s.id = d.session_id
          left join campaign g on g.id = d.lane
          left join ${organization} o on o.id = d.org_id
        where d.status in ('waiting', 'held', 'retrying')`);
      const { oldest, next, addresses } = rows[0] ?? {};
      return {
        held: all,
        overdue,
        ahead: all - overdue,
        addresses: (addresses ?? []).filter((each) => each !== null),
        oldestAt: isoOf(oldest),
        nextAt: all > overdue ? isoOf(next) : undefined,
      };
    },
    async items() {
      const { rows } = await db.execute<{ id: string; org: string; type: string; about: string | null; due: string }>(sql`
        select d.id, coalesce(o.name, '') as org, d.type, coalesce(d.call_id, d.session_id, d.lane) as about,
          coalesce(d.next_attempt_at, d.created_at) as due
        from ${webhookDelivery} d left join ${organization} o on o.id = d.org_id
        where d.id in (select ${id} from ${webhookDelivery} where ${isOverdue()})
        order by d.seq limit ${HELD_ITEMS_MAX}`);
      return rows.map(({ due, type, about, ...row }) => ({
        id: row.id,
        org: row.org,
        name: type,
        detail: about ?? "",
        dueAt: new Date(due).toISOString(),
      }));
    },
    async send(deliveryId) {
      const row = await find(deliveryId);
      if (!row) return GONE;
      return (await deliverNow(row)) ? undefined : "There is no server for it any more.";
    },
    async drop(deliveryId) {
      const row = await find(deliveryId);
      if (!row) return GONE;
      await failDelivery(db, row.id, DROPPED);
      return undefined;
    },
    async resume(tx, at) {
      await tx
        .update(webhookDelivery)
        .set({ status: "held", nextAttemptAt: null })
        .where(or(eq(status, "waiting"), isPast(at)));
    },
  };
}

import { HELD_ITEMS_MAX } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { changeCampaign } from "../../modules/campaign/campaign-store.ts";
import { organization } from "../../platform/auth/tables.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { isoOf, type KindWork } from "./kind-work.ts";

/** The pause reason of a campaign that ran when its backup was made. */
const PAUSED =
  "This server was restored from a backup. Others may have called these people since. Check its contacts, then resume it.";

interface Listed extends Record<string, unknown> {
  id: string;
  org: string;
  name: string;
  people: number;
  since: string;
}

/** Restored campaigns are paused, so no work of them is overdue. */
export function heldCampaigns({ db }: Pick<ServerContext, "db">): KindWork {
  const list = async () => {
    const { rows } = await db.execute<Listed>(sql`
      select c.id, o.name as org, c.config ->> 'name' as name,
        (select count(*)::int from campaign_contact p where p.campaign_id = c.id and p.status = 'pending') as people,
        coalesce(c.state ->> 'startedAt', c.config #>> '{schedulePlan,earliestAt}', c.created_at::text)::timestamptz as since
      from campaign c join ${organization} o on o.id = c.org_id
      where c.deleted_at is null and coalesce(c.state ->> 'status', 'scheduled') in ('scheduled', 'in-progress')
        and (not coalesce((c.config ->> 'paused')::boolean, false) or c.state ->> 'pauseReason' = ${PAUSED})
      order by since`);
    return rows;
  };
  return {
    async summary() {
      const rows = await list();
      const people = rows.reduce((sum, row) => sum + row.people, 0);
      return { held: rows.length, ahead: 0, overdue: 0, people, oldestAt: isoOf(rows[0]?.since) };
    },
    items: async () =>
      (await list()).slice(0, HELD_ITEMS_MAX).map(({ id, org, name, people, since }) => ({
        id,
        org,
        name,
        detail: `${people} people not called yet`,
        dueAt: new Date(since).toISOString(),
      })),
    async resume(tx, at) {
      for (const { id } of await list())
        await changeCampaign(tx, id, ["scheduled", "in-progress"], { state: { pauseReason: PAUSED }, paused: true }, at);
    },
  };
}

import type pg from "pg";

/** A change by one statement in one organization, at any server. */
export interface ChangeNotice {
  /**
   * A `ChangeResource` of the contract, or another type that the migrations watch: `call-event` and `call-command`, by the call's id,
   * `webhook-question`, by the terminal's, and `session-end`.
   */
  resource: string;
  orgId: string;
  /** Null: too many to be named. */
  ids: readonly string[] | null;
}

/** The current snapshot, in PostgreSQL's text form. */
export async function readPresent(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ present: string }>("select pg_current_snapshot()::text as present");
  return rows[0]?.present ?? "";
}

/**
 * The notices of transactions that were committed since, whenever they began, and the new snapshot. Nothing is missed or read twice, because one
 * statement reads both. During a long transaction of someone else, some rows are looked at in vain.
 */
export async function readNotices(client: pg.Client, since: string): Promise<{ present: string; notices: ChangeNotice[] }> {
  const { rows } = await client.query<{ present: string; notices: ChangeNotice[] | null }>({
    name: "read-change-notices",
    text: `select pg_current_snapshot()::text as present, (
      select json_agg(json_build_object('resource', resource, 'orgId', org_id, 'ids', ids)) from (
        select distinct resource, org_id, ids from public.change_notice
        where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      ) as news
    ) as notices`,
    values: [since],
  });
  const [row] = rows;
  return { present: row?.present ?? since, notices: row?.notices ?? [] };
}

/** Notifies all servers that there are notices. The commit does not wait for the disk: after a crash of the database, servers read all notices again. */
export async function wakeOthers(client: pg.Client): Promise<void> {
  await client.query("begin; set local synchronous_commit = off; notify change; commit");
}

/** Longer than any transaction of a request takes, and than a server that looks may be behind. */
export async function forgetOldNotices(client: pg.Client): Promise<void> {
  await client.query("delete from public.change_notice where noted_at < now() - interval '5 minutes'");
}

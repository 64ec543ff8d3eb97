import type pg from "pg";
import { clusterPassword, POSTGRES_USER } from "./cluster-dir.ts";

/** The role of the server's connections. It owns only its database: a superuser can read the machine's files by SQL. */
export const APP_ROLE = "callwright_server";

/** Over a connection of the superuser to the server's database: make the role and give it the database with all that is in it. */
export async function ensureAppRole(superuser: pg.Client, clusterDir: string, database: string): Promise<void> {
  const password = superuser.escapeLiteral(clusterPassword(clusterDir));
  await superuser.query("begin");
  const { rowCount } = await superuser.query("select 1 from pg_roles where rolname = $1", [APP_ROLE]);
  if (!rowCount) await superuser.query(`create role ${APP_ROLE}`);
  await superuser.query(`alter role ${APP_ROLE} with login nosuperuser nocreatedb nocreaterole password ${password}`);
  await superuser.query(`alter database ${superuser.escapeIdentifier(database)} owner to ${APP_ROLE}`);
  const { rows } = await superuser.query<{ statement: string }>(CHANGES_OF_OWNER);
  for (const { statement } of rows) await superuser.query(statement);
  await superuser.query("commit");
}

/**
 * A statement for each thing that the superuser owns: in earlier releases the server worked as the superuser. `reassign owned` refuses
 * the cluster's first superuser. What belongs to a table (indexes, sequences of columns, types) goes with it.
 */
const CHANGES_OF_OWNER = `
  with own as (select oid from pg_roles where rolname = '${POSTGRES_USER}'),
  ours as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  select format('alter schema %I owner to ${APP_ROLE}', nspname) as statement
    from pg_namespace where oid in (table ours) and nspowner in (table own)
  union all
  select format('alter table %s owner to ${APP_ROLE}', oid::regclass)
    from pg_class where relkind in ('r', 'p', 'v', 'm') and relnamespace in (table ours) and relowner in (table own)
  union all
  select format('alter routine %s owner to ${APP_ROLE}', oid::regprocedure)
    from pg_proc where pronamespace in (table ours) and proowner in (table own)`;

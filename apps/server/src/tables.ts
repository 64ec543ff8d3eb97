import { existsSync, readdirSync } from "node:fs";
import { extname } from "node:path";
import { is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";

/** The file `tables.ts` of each module and of each part of the platform, as in `drizzle.config.ts`. */
const files = ["modules/", "platform/"].flatMap((parent) =>
  readdirSync(new URL(parent, import.meta.url))
    .sort()
    .map((folder) => new URL(`${parent}${folder}/tables${extname(import.meta.url)}`, import.meta.url))
    .filter(existsSync),
);

const modules: object[] = await Promise.all(files.map(({ href }) => import(href)));

/** Every table of this release. Backup and purge follow it. */
export const TABLES: readonly PgTable[] = modules
  .flatMap((tables): unknown[] => Object.values(tables))
  .filter((each): each is PgTable => is(each, PgTable));

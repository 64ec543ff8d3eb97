import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as authSchema from "../db/schema/auth.ts";
import * as campaignSchema from "../db/schema/campaign.ts";
import * as costSchema from "../db/schema/cost.ts";
import * as knowledgeSchema from "../db/schema/knowledge.ts";
import * as metricSchema from "../db/schema/metric.ts";
import * as outputRunSchema from "../db/schema/output-run.ts";
import * as platformSchema from "../db/schema/platform.ts";
import * as realtimeSchema from "../db/schema/realtime.ts";
import * as requestSchema from "../db/schema/request.ts";
import * as restoreSchema from "../db/schema/restore.ts";
import * as savedViewSchema from "../db/schema/saved-view.ts";
import * as testRunSchema from "../db/schema/test-run.ts";
import * as toolRunSchema from "../db/schema/tool-run.ts";
import * as webhookSchema from "../db/schema/webhook.ts";
import type { BackupTable } from "./manifest.ts";

type TableConfig = ReturnType<typeof getTableConfig>;

const keyOf = ({ schema = "public", name }: TableConfig) => `${schema}.${name}`;

/** Every table of this release with the columns that are stored, each after those it refers to. */
export function backupTables(): BackupTable[] {
  const exported: unknown[] = [
    authSchema,
    platformSchema,
    campaignSchema,
    costSchema,
    knowledgeSchema,
    realtimeSchema,
    requestSchema,
    metricSchema,
    outputRunSchema,
    restoreSchema,
    savedViewSchema,
    testRunSchema,
    toolRunSchema,
    webhookSchema,
  ].flatMap((schema) => Object.values(schema));
  const configs = exported.filter((each): each is PgTable => is(each, PgTable)).map((table) => getTableConfig(table));
  return inOrder(configs).map(({ schema, name, columns }) => ({
    schema: schema === "auth" ? "auth" : "public",
    name,
    columns: columns.filter(({ generated }) => generated === undefined).map((column) => column.name),
  }));
}

function inOrder(configs: TableConfig[]): TableConfig[] {
  const ordered = new Map<string, TableConfig>();
  const visit = (config: TableConfig) => {
    if (ordered.has(keyOf(config))) return;
    for (const { reference } of config.foreignKeys) {
      const target = getTableConfig(reference().foreignTable);
      // A table may refer to itself: its rows are checked when all of them are there.
      if (keyOf(target) !== keyOf(config)) visit(target);
    }
    ordered.set(keyOf(config), config);
  };
  configs.forEach(visit);
  return [...ordered.values()];
}

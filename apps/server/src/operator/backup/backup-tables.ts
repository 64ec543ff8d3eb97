import { getTableConfig } from "drizzle-orm/pg-core";
import { TABLES } from "../../tables.ts";
import type { BackupTable } from "./manifest.ts";

type TableConfig = ReturnType<typeof getTableConfig>;

const keyOf = ({ schema = "public", name }: TableConfig) => `${schema}.${name}`;

/** Every table of this release with the columns that are stored, each after those it refers to. */
export function backupTables(): BackupTable[] {
  const configs = TABLES.map((table) => getTableConfig(table));
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

import { type DoNotCall, doNotCallRoutes as table } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { pageStart, toPage } from "../../platform/db/page-start.ts";
import { present } from "../../platform/db/present.ts";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { readNumber } from "./read-number.ts";
import { type DoNotCallRow, deleteDoNotCall, insertDoNotCall, listedNumbers, pageDoNotCall, stripNumbers } from "./store.ts";
import { doNotCall as list } from "./tables.ts";

export const doNotCall = defineModule({
  name: "do-not-call",
  personal: [
    {
      table: list,
      kind: "doNotCall",
      names: sql`jsonb_build_object('number', ${list.number})`,
      strip: ({ secrets }, tx, ids) => stripNumbers({ db: tx, secrets }, ids),
    },
  ],
  routes: (app, { platform }) => doNotCallRoutes(app, platform),
});

function doNotCallRoutes(app: App, context: ServerContext): void {
  const { db, now, newId } = context;
  registerRoutes(app, context, table, {
    listDoNotCall: async ({ caller, query }) =>
      toPage(query, await pageDoNotCall(db, caller.orgId, query, pageStart(query)), toEntity),

    addDoNotCall: async ({ caller, body: { numbers, country } }) => {
      const read = numbers.map((number, index) => ({ row: index + 1, number, found: readNumber(number, country) }));
      const errors = read.flatMap(({ row, number, found }) =>
        typeof found === "string" ? [{ row, number, reason: found }] : [],
      );
      const good = new Set(read.flatMap(({ found }) => (typeof found === "string" ? [] : [found.number])));
      const createdAt = now();
      // Those that are there as a hash stay so.
      const known = await listedNumbers(context, caller.orgId, [...good]);
      const unknown = [...good].filter((number) => !known.has(number));
      const rows = unknown.map((number) => ({ id: newId(), orgId: caller.orgId, createdAt, number, numberHash: null }));
      return { added: await insertDoNotCall(db, rows), errors };
    },

    removeDoNotCall: async ({ caller, params: { id } }) => toEntity(await deleteDoNotCall(db, caller.orgId, id)),
  });
}

function toEntity({ id, orgId, createdAt, number }: DoNotCallRow): DoNotCall {
  return { ...present({ id, orgId, createdAt, number }), updatedAt: createdAt.toISOString() };
}

import { type DoNotCall, doNotCallRoutes as table } from "@callwright/contract";
import { pageStart, toPage } from "../../platform/db/page-start.ts";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { readNumber } from "./read-number.ts";
import { type DoNotCallRow, deleteDoNotCall, insertDoNotCall, pageDoNotCall } from "./store.ts";

export const doNotCall = defineModule({
  name: "do-not-call",
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
      const rows = [...good].map((number) => ({ id: newId(), orgId: caller.orgId, createdAt, number }));
      return { added: await insertDoNotCall(db, rows), errors };
    },

    removeDoNotCall: async ({ caller, params: { id } }) => toEntity(await deleteDoNotCall(db, caller.orgId, id)),
  });
}

function toEntity({ createdAt, ...row }: DoNotCallRow): DoNotCall {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: createdAt.toISOString() };
}

import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { DO_NOT_CALL_UPLOAD_NUMBERS } from "../wire/limits.ts";
import { PlainPageQuery } from "../wire/list-query.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { defineRoutes } from "../wire/route.ts";

/** A number that the organization does not call. */
export const DoNotCall = z.looseObject({ ...EntityFields, number: z.string() });
export type DoNotCall = z.infer<typeof DoNotCall>;

/** Numbers that the organization's calls and campaigns do not call. Callwright only. */
export const doNotCallRoutes = defineRoutes({
  listDoNotCall: {
    method: "GET",
    path: "/do-not-call",
    scope: "private",
    role: "viewer",
    query: PlainPageQuery,
    response: pageOf(DoNotCall),
    status: 200,
    summary: "List the numbers that are not called",
  },
  addDoNotCall: {
    method: "POST",
    path: "/do-not-call",
    scope: "private",
    role: "editor",
    body: z.strictObject({
      numbers: z.array(z.string().max(100)).min(1).max(DO_NOT_CALL_UPLOAD_NUMBERS),
      /** Of numbers without a country code: `DE`. */
      country: z.string().max(10).optional(),
    }),
    response: z.object({
      added: z.number().int(),
      errors: z.array(z.object({ row: z.number().int(), number: z.string(), reason: z.string() })),
    }),
    status: 201,
    summary: "Add numbers that are not called",
  },
  removeDoNotCall: {
    method: "DELETE",
    path: "/do-not-call/{id}",
    scope: "private",
    role: "editor",
    response: DoNotCall,
    status: 200,
    summary: "Allow calls to a number again",
  },
});

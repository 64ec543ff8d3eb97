import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { DO_NOT_CALL_UPLOAD_NUMBERS } from "../wire/limits.ts";
import { PlainPageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { doNotCallNoun } from "./do-not-call-noun.ts";

/** A number that the organization does not call. */
export const DoNotCall = z.looseObject({
  ...EntityFields,
  /** In E.164. Absent where a hash is kept in its place: what is about the number was deleted for good. */
  number: z.string().optional(),
});
export type DoNotCall = z.infer<typeof DoNotCall>;

/** Numbers that the organization's calls and campaigns do not call. Callwright only. */
export const doNotCallRoutes = describeRoutes(doNotCallNoun.addresses, {
  listDoNotCall: {
    query: PlainPageQuery,
    response: pageOf(DoNotCall),
    summary: "List the numbers that are not called",
  },
  addDoNotCall: {
    body: z.strictObject({
      numbers: z.array(z.string().max(100)).min(1).max(DO_NOT_CALL_UPLOAD_NUMBERS),
      /** The country of numbers without a country code: `DE`. */
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
    response: DoNotCall,
    summary: "Allow calls to a number again",
  },
});

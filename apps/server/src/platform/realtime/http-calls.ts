import { HTTP_CALL_KINDS } from "@callwright/realtime";
import { z } from "zod";
import type { App } from "../http/app.ts";
import { sentBearer } from "../http/bearer.ts";
import { parseWhole } from "../http/parse-whole.ts";
import { readJsonBody } from "../http/request-body.ts";
import type { RealtimeService } from "./realtime-service.ts";

const Call = z.object({
  /** `calls:list` */
  path: z.string().min(1).max(1000),
  /** The client sends its one object in a list. */
  args: z.union([z.array(z.unknown()).max(1), z.record(z.string(), z.unknown())]).default([]),
});

/** The functions of the realtime backend for `ConvexHttpClient`, which asks once and keeps no connection. A failed function is an answer, too. */
export function httpCallRoutes(app: App, realtime: Pick<RealtimeService, "call">): void {
  for (const kind of HTTP_CALL_KINDS)
    app.post(`/api/${kind}`, async (c) => {
      const { path, args } = parseWhole(Call, (await readJsonBody(c)).value);
      const call = { kind, path, args: Array.isArray(args) ? args[0] : args, signal: c.req.raw.signal };
      return c.json(await realtime.call(call, sentBearer(c) ?? null));
    });
}

import { HeldItems, HeldKind, UnlockRestore } from "@callwright/contract";
import type { z } from "zod";
import type { App, AppContext } from "../../platform/http/app.ts";
import { readBearer } from "../../platform/http/bearer.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { requireTrustedOrigin } from "../../platform/http/cross-origin.ts";
import { RESTORE_PATH } from "../../platform/http/own-paths.ts";
import { parseWhole } from "../../platform/http/parse-whole.ts";
import { readJsonBody } from "../../platform/http/request-body.ts";
import { visitorNetwork } from "../../platform/http/visitor-address.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { RestoreService } from "./restore-service.ts";

/**
 * The page of the operator of a restored server (`/server/restore`). No account opens it: the code of `npm run restore` does. On a server that was
 * never restored, these paths answer 404.
 */
export function restoreRoutes(app: App, { config }: Pick<ServerContext, "config">, service: RestoreService): void {
  const bodyOf = async <Parsed>(c: AppContext, schema: z.ZodType<Parsed>): Promise<Parsed> =>
    parseWhole(schema, (await readJsonBody(c)).value);
  const kindOf = (c: AppContext) => parseWhole(HeldKind, c.req.param("kind"));
  const unlocked = (c: AppContext) => {
    requireTrustedOrigin(c, config);
    return service.requireUnlocked(readBearer(c));
  };

  app.post(`${RESTORE_PATH}/unlock`, async (c) => {
    requireTrustedOrigin(c, config);
    const { code } = await bodyOf(c, UnlockRestore);
    return c.json(await service.unlock(code, visitorNetwork(clientAddress(c, config))));
  });
  app.get(RESTORE_PATH, async (c) => c.json(await service.state(await unlocked(c))));
  app.get(`${RESTORE_PATH}/old-server`, async (c) => {
    await unlocked(c);
    return c.json(await service.oldServer(c.req.raw.signal));
  });
  app.get(`${RESTORE_PATH}/:kind`, async (c) => {
    await unlocked(c);
    return c.json(await service.items(kindOf(c)));
  });
  app.post(`${RESTORE_PATH}/:kind/resume`, async (c) => {
    await unlocked(c);
    return c.json(await service.resume(kindOf(c)));
  });
  for (const what of ["send", "drop"] as const)
    app.post(`${RESTORE_PATH}/:kind/${what}`, async (c) => {
      await unlocked(c);
      return c.json(await service[what](kindOf(c), (await bodyOf(c, HeldItems)).ids));
    });
}

import { isDeepStrictEqual } from "node:util";
import type { PublishDraft } from "@callwright/contract";
import type { z } from "zod";
import type { OrgCaller } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import { openRow } from "../../secrets/sealed-headers.ts";
import { createResourceService, type ResourceContext } from "../resource-service.ts";
import { changeResource, type ResourceRow, type ResourceTable } from "../resource-store.ts";
import { createDrafts } from "./drafts.ts";
import { liveVersion, versionName } from "./version-names.ts";
import { createVersionStore, type DraftTable, type PublishedRow, type VersionTable } from "./version-store.ts";

interface VersionedResource<Config extends object> {
  /** One word, as in the names of its routes: `Squad`. */
  noun: string;
  table: ResourceTable;
  versions: VersionTable;
  drafts: DraftTable;
  schema: z.ZodType<Config>;
}

type Live<Config extends object> = PublishedRow<Config> & Pick<ResourceRow, "state">;

/**
 * A plain resource whose configuration is published in versions: a create and every change of it make one, and each user has a draft. A row that a
 * server without versions wrote gets its version when it is next written, or when its versions are listed.
 */
export function createVersionedResource<Config extends object, Entity>({
  versions,
  drafts,
  ...resource
}: VersionedResource<Config>) {
  const { noun, table, schema } = resource;
  const open = (row: ResourceRow): Live<Config> => ({
    ...row,
    config: row.config as Config,
    latestVersion: liveVersion(row),
  });
  const store = createVersionStore<Config, Live<Config>>({
    table,
    versions,
    drafts,
    open: (key, row) => open(openRow(key, table, row as ResourceRow)),
  });

  const add = (
    tx: ResourceContext,
    { id: ownerId, orgId, config, latestVersion: version, updatedAt: createdAt }: Live<Config>,
    { createdBy, parent }: { createdBy: string | null; parent: number },
  ) => store.insertVersion(tx, { id: tx.newId(), orgId, ownerId, version, config, createdBy, createdAt, parent });

  const isKept = async (context: ResourceContext, live: Live<Config>): Promise<boolean> =>
    isDeepStrictEqual((await store.newestVersion(context, live))?.config, live.config);

  const keep = async (context: ResourceContext, live: Live<Config>): Promise<Live<Config>> => {
    if (await isKept(context, live)) return live;
    return context.db.transaction(async (db) => {
      const tx = { ...context, db };
      const { orgId, id } = live;
      const held = found(await store.findForUpdate(tx, orgId, id), noun);
      if (await isKept(tx, held)) return held;
      const parent = (await store.newestVersion(tx, held))?.version ?? 0;
      const kept = { ...held, latestVersion: parent + 1 };
      const state = { ...held.state, latestVersion: versionName(kept.latestVersion) };
      await changeResource(db, orgId, { table }, id, { state });
      await add(tx, kept, { createdBy: null, parent });
      return { ...kept, state };
    });
  };

  const service = createResourceService<Config, Entity>({
    ...resource,
    history: {
      before: async (tx, row) => {
        const { state } = await keep(tx, store.open(tx, row));
        return { ...row, state };
      },
      first: { latestVersion: versionName(1) },
      next: (state) => ({ latestVersion: versionName(liveVersion({ state }) + 1) }),
      after: (tx, { userId }, row) => {
        const live = store.open(tx, row);
        return add(tx, live, { createdBy: userId, parent: live.latestVersion - 1 });
      },
    },
  });
  const ofUsers = createDrafts<Config, Live<Config>>({ noun, schema, store, keep });
  return {
    service,
    drafts: ofUsers,
    publish: (context: ResourceContext, caller: OrgCaller, id: string, body: PublishDraft): Promise<Entity> =>
      ofUsers.publish(context, caller, id, body, (tx, _, config) => service.replace(tx, caller, id, config)),
  };
}

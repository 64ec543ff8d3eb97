import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { recordingBlobKey } from "../../../platform/blobs/blob-key.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { insertResource } from "../../../platform/resource-kit/resource-store.ts";
import { createAssistant } from "../../assistant/service.ts";
import { squad } from "../../squad/tables.ts";
import { workflow } from "../../workflow/tables.ts";
import { bakeryTeam, CAKE_ORDER } from "./cake-order.ts";
import { RILEY } from "./riley.ts";
import { insertSampleCall, SAMPLE_RECORDING } from "./sample-call.ts";

type SeedContext = Pick<ServerContext, "db" | "blobs" | "config" | "now" | "newId" | "secrets">;

/**
 * The first contents of a new organization: an assistant that can talk, a squad and a workflow to try, and an ended call with transcript and
 * recording. Runs in the transaction that creates the organization. If that fails, only a recording without a row remains.
 */
export async function seedOrg(context: SeedContext, orgId: string, userId: string): Promise<void> {
  const { blobs, config, db, newId, now } = context;
  const riley = await createAssistant(context, { orgId, userId }, RILEY);
  const at = now();
  const fields = () => ({ id: newId(), orgId, createdAt: at, updatedAt: at, state: {} });
  await insertResource(db, { table: squad }, { ...fields(), config: bakeryTeam(riley.id) });
  await insertResource(db, { table: workflow }, { ...fields(), config: CAKE_ORDER });
  const callId = newId();
  const recordingKey = recordingBlobKey(orgId, callId);
  const copy = join(config.dataDir, `sample-call-${callId}.wav`);
  await copyFile(SAMPLE_RECORDING, copy);
  await blobs.putFile(recordingKey, copy);
  await insertSampleCall(context, { id: callId, orgId, assistantId: riley.id, assistant: RILEY, recordingKey });
}

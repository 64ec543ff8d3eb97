import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { recordingBlobKey } from "../../../blobs/blob-key.ts";
import type { ServerContext } from "../../../server-context.ts";
import { createAssistant } from "../../assistant/service.ts";
import { RILEY } from "./riley.ts";
import { insertSampleCall, SAMPLE_RECORDING } from "./sample-call.ts";

type SeedContext = Pick<ServerContext, "db" | "blobs" | "config" | "now" | "newId" | "secrets">;

/**
 * What a new organization begins with: an assistant that can talk, and a finished call with it to read and listen to.
 * Runs in the transaction that makes the organization; a recording that outlives a failed one is a file nobody names.
 */
export async function seedOrg(context: SeedContext, orgId: string, userId: string): Promise<void> {
  const { blobs, config, newId } = context;
  const riley = await createAssistant(context, { orgId, userId }, RILEY);
  const callId = newId();
  const recordingKey = recordingBlobKey(orgId, callId);
  const copy = join(config.dataDir, `sample-call-${callId}.wav`);
  await copyFile(SAMPLE_RECORDING, copy);
  await blobs.putFile(recordingKey, copy);
  await insertSampleCall(context, { id: callId, orgId, assistantId: riley.id, assistant: RILEY, recordingKey });
}

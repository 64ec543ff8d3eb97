import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CALL_EVENT_PAYLOADS, CallEvent, type CreateAssistant } from "@callwright/contract";
import { z } from "zod";
import type { ServerContext } from "../../../platform/platform.ts";
import { call, callEvent } from "../../call/tables.ts";

/** The output of `scripts/make-sample-call.mjs`. The files stay in `src`; the path also works from `dist`. */
const file = (name: string) => fileURLToPath(new URL(`../../../../src/modules/org/seed/${name}`, import.meta.url));

/** 16 kHz stereo: customer left, assistant right. */
export const SAMPLE_RECORDING = file("sample-call.wav");

const SampleCall = z.object({ durationMs: z.number(), endedReason: z.string(), events: z.array(CallEvent) });

/** The events of the sample call, each checked against its payload's schema. */
export function readSampleCall(): z.infer<typeof SampleCall> {
  const sample = SampleCall.parse(JSON.parse(readFileSync(file("sample-call.json"), "utf8")));
  for (const { type, payload } of sample.events) CALL_EVENT_PAYLOADS[type].parse(payload);
  return sample;
}

export interface SampleCallFields {
  id: string;
  orgId: string;
  assistantId: string;
  assistant: CreateAssistant;
  recordingKey: string;
}

/** Store the sample call as one that ended just now. */
export async function insertSampleCall(
  { db, now }: Pick<ServerContext, "db" | "now">,
  { id, orgId, assistantId, assistant, recordingKey }: SampleCallFields,
): Promise<void> {
  const sample = readSampleCall();
  const endedAt = now();
  const startedAt = new Date(endedAt.getTime() - sample.durationMs);
  await db.insert(call).values({
    id,
    orgId,
    createdAt: startedAt,
    updatedAt: endedAt,
    type: "webCall",
    status: "ended",
    name: "Sample: opening hours on Saturday",
    assistantId,
    assistantVersion: 1,
    assistant,
    // Matches no secret: the sample call never ran here, so nobody can join it.
    roomSecretHash: "sample",
    nodeId: "sample",
    leaseExpiresAt: endedAt,
    startedAt,
    endedAt,
    endedReason: sample.endedReason,
    recordingKey,
  });
  await db.insert(callEvent).values(sample.events.map((event) => ({ callId: id, orgId, ...event })));
}

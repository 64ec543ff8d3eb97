import { linesOf } from "@callwright/contract";
import { createTemplateRenderer } from "@callwright/engine/conversation";
import type { Subject } from "../../analysis/subject.ts";
import type { ServerContext } from "../../server-context.ts";
import type { ArtifactEvent } from "../call/artifact-event.ts";
import { deriveConversation, deriveTranscript, isSaid } from "../call/derive-messages.ts";
import { type CallRow, listArtifactEvents } from "../call/store.ts";

/** An ended call as a model reads it. The transcript is made whether or not it is an artifact of the call. */
export async function subjectOfCall({ db, now }: Pick<ServerContext, "db" | "now">, row: CallRow): Promise<Subject> {
  const { orgId, id } = row;
  return subjectOf(row, (await listArtifactEvents(db, orgId, [id])).get(id) ?? [], now);
}

export function subjectOf(row: CallRow, events: readonly ArtifactEvent[], now: () => Date): Subject {
  const { startedAt, endedAt, createdAt, assistant } = row;
  const lines = linesOf(events);
  return {
    transcript: deriveTranscript(lines, assistant.artifactPlan?.transcriptPlan),
    said: lines.filter(isSaid),
    messages: deriveConversation(events, (startedAt ?? createdAt).getTime()).messagesOpenAIFormatted,
    durationSeconds: startedAt && endedAt ? (endedAt.getTime() - startedAt.getTime()) / 1000 : 0,
    endedReason: row.endedReason ?? "",
    systemPrompt: lines.find(({ kind }) => kind === "prompt")?.text ?? "",
    render: createTemplateRenderer({ variableValues: { ...row.assistantOverrides?.variableValues }, now }),
  };
}

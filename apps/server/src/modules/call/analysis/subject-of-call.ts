import { type CallLine, isSaid, linesOf } from "@callwright/contract";
import { createTemplateRenderer } from "@callwright/engine/conversation";
import type { ServerContext } from "../../../platform/platform.ts";
import type { ArtifactEvent } from "../api/artifact-event.ts";
import { deriveConversation, deriveTranscript, markOf } from "../api/derive-messages.ts";
import { type CallRow, listArtifactEvents } from "../api/store.ts";
import type { Subject } from "./subject.ts";

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
    said: lines.filter((line) => isSaid(line) && line.heard !== "not"),
    messages: deriveConversation(lines.map(marked), (startedAt ?? createdAt).getTime()).messagesOpenAIFormatted,
    durationSeconds: startedAt && endedAt ? (endedAt.getTime() - startedAt.getTime()) / 1000 : 0,
    endedReason: row.endedReason ?? "",
    systemPrompt: lines.find(({ kind }) => kind === "prompt")?.text ?? "",
    render: createTemplateRenderer({ variableValues: { ...row.assistantOverrides?.variableValues }, now }),
  };
}

/** For a judge, who sees nothing but the words. */
function marked(line: CallLine): CallLine {
  const mark = markOf(line).trim();
  if (mark === "") return line;
  const { output } = line;
  return { ...line, text: `${mark} ${line.text}`, ...(output !== undefined && { output: `${mark} ${output}` }) };
}

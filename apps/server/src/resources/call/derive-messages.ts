import { type ArtifactPlan, ASSISTANT_DEFAULTS, type CallLine, type CallMessage } from "@callwright/contract";

/** `AI: …` and `User: …` lines of what was spoken or typed, with the plan's names. */
export function deriveTranscript(lines: readonly CallLine[], plan: ArtifactPlan["transcriptPlan"]): string {
  const byDefault = ASSISTANT_DEFAULTS.artifactPlan.transcriptPlan;
  const assistantName = plan?.assistantName ?? byDefault.assistantName;
  const userName = plan?.userName ?? byDefault.userName;
  return lines
    .filter(isSaid)
    .map(({ role, text }) => `${role === "assistant" ? assistantName : userName}: ${text}`)
    .join("\n");
}

/** The platform calls the assistant `bot` here. */
export function deriveMessages(lines: readonly CallLine[], startedAtMs: number): CallMessage[] {
  return lines.map((line) => {
    const { text, startMs, endMs } = line;
    const role = line.role === "assistant" ? "bot" : line.role;
    const atMs = line.kind === "prompt" ? 0 : Math.max(0, startMs);
    const message = { role, message: text, time: Math.round(startedAtMs + atMs), secondsFromStart: atMs / 1000 };
    if (!isSaid(line)) return message;
    return { ...message, endTime: Math.round(startedAtMs + endMs), duration: Math.round(endMs - startMs) };
  });
}

export function deriveOpenAiMessages(lines: readonly CallLine[]): { role: string; content: string }[] {
  return lines.map(({ role, text }) => ({ role, content: text }));
}

function isSaid({ kind }: CallLine): boolean {
  return kind === "spoken" || kind === "typed";
}

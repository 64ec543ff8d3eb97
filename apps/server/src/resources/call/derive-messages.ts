import type { ArtifactPlan, CallMessage } from "@callwright/contract";
import type { ArtifactEvent } from "./artifact-event.ts";

/** Who a line of the conversation is from, in the platform's words and in OpenAI's. */
type Speaker = { role: string; openAiRole: string };
/** One entry of the conversation, on the call's clock. */
export interface Line extends Speaker {
  text: string;
  startMs: number;
  /** Absent for what was not spoken. */
  endMs?: number;
}

const SPEAKERS: Record<string, Speaker> = {
  assistant: { role: "bot", openAiRole: "assistant" },
  user: { role: "user", openAiRole: "user" },
};
const speaker = (role: string): Speaker => SPEAKERS[role] ?? { role, openAiRole: role };

/** The conversation in the order it was heard: an event of what was said comes when it ends, which may be after the reply began. */
export function deriveLines(events: readonly ArtifactEvent[]): Line[] {
  const lines = events.flatMap(lineOf).filter(({ text }) => text.trim() !== "");
  return lines.sort((a, b) => a.startMs - b.startMs);
}

function lineOf(event: ArtifactEvent): Line[] {
  switch (event.type) {
    case "prompt.rendered":
      return [{ ...speaker("system"), text: event.payload.text, startMs: Number.NEGATIVE_INFINITY }];
    case "user.said":
      return [{ ...speaker("user"), ...spoken(event.payload) }];
    case "assistant.said":
      return [{ ...speaker("assistant"), ...spoken(event.payload) }];
    case "message.added":
      return [{ ...speaker(event.payload.role), text: event.payload.content, startMs: event.atMs }];
    default:
      return [];
  }
}

function spoken({ text, startMs, endMs }: { text: string; startMs: number; endMs: number }) {
  return { text, startMs, endMs };
}

/** `AI: …` and `User: …` lines of what was spoken or typed, with the plan's names. */
export function deriveTranscript(lines: readonly Line[], plan: ArtifactPlan["transcriptPlan"]): string {
  const names: Record<string, string> = { bot: plan?.assistantName ?? "AI", user: plan?.userName ?? "User" };
  return lines
    .filter(({ endMs }) => endMs !== undefined)
    .map(({ role, text }) => `${names[role]}: ${text}`)
    .join("\n");
}

export function deriveMessages(lines: readonly Line[], startedAtMs: number): CallMessage[] {
  return lines.map(({ role, text, startMs, endMs }) => {
    const atMs = Math.max(0, startMs);
    const message = { role, message: text, time: Math.round(startedAtMs + atMs), secondsFromStart: atMs / 1000 };
    if (endMs === undefined) return message;
    return { ...message, endTime: Math.round(startedAtMs + endMs), duration: Math.round(endMs - startMs) };
  });
}

export function deriveOpenAiMessages(lines: readonly Line[]): { role: string; content: string }[] {
  return lines.map(({ openAiRole, text }) => ({ role: openAiRole, content: text }));
}

import type { CallLine } from "@callwright/contract";
import type { RenderTemplate } from "@callwright/engine/conversation";

/** A conversation that is analyzed. */
export interface Subject {
  /** `AI: …` and `User: …` lines, whole. */
  transcript: string;
  /** What was spoken or typed, in order. */
  said: readonly CallLine[];
  /** What was said and done, in the OpenAI format. */
  messages: readonly object[];
  durationSeconds: number;
  endedReason: string;
  systemPrompt: string;
  /** Renders templates with the conversation's variables. */
  render: RenderTemplate;
}

const gap = (left: number) => `\n[… ${left} characters are left out here …]\n`;

/** A text of at most `max` characters and a note in it: the beginning and the end of a longer one. */
export function cutTranscript(text: string, max: number): { text: string; isCut: boolean } {
  if (text.length <= max) return { text, isCut: false };
  const half = Math.floor(max / 2);
  return { text: text.slice(0, half) + gap(text.length - 2 * half) + text.slice(-half), isCut: true };
}

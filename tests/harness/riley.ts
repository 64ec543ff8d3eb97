import { RILEY } from "../../apps/server/src/seed/riley.ts";

/** What Riley answers when asked about a day's opening hours: the sentence of its own prompt. */
export function hoursOn(day: "Saturday" | "Sunday"): string {
  const sentence = RILEY.model?.messages?.[0]?.content?.split("\n").find((line) => line.startsWith(`On ${day}`));
  if (!sentence) throw new Error(`Riley's prompt has no sentence about ${day}.`);
  return sentence.trim();
}

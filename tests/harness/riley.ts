import { RILEY } from "../../apps/server/src/resources/org/seed/riley.ts";

/** What Riley knows of a day's opening hours: the sentence of its own prompt. The answer may use other small words. */
export function hoursOn(day: "Saturday" | "Sunday"): string {
  const sentence = RILEY.model?.messages?.[0]?.content?.split("\n").find((line) => line.startsWith(`On ${day}`));
  if (!sentence) throw new Error(`Riley's prompt has no sentence about ${day}.`);
  return sentence.trim();
}

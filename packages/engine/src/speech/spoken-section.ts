import type { Utterance } from "./audio-output.ts";
import type { SpokenSection } from "./speech.ts";

export type SectionEdge = Utterance["sectionEnds"][number];

/** What was heard between two edges, until `heardMs`. */
export function spokenSection(
  utterance: Utterance,
  from: SectionEdge,
  to: SectionEdge,
  heardMs: number,
): Omit<SpokenSection, "output"> {
  const callMs = (atMs: number) => Math.round(utterance.callMsAt(atMs) ?? 0);
  const words = utterance.text
    .wordsUntil(heardMs, from.passages, to.passages)
    .map(({ text, startMs }) => ({ text, startMs: callMs(startMs) }));
  const isWhole = heardMs === Number.POSITIVE_INFINITY;
  const text = isWhole ? utterance.text.textFrom(from.passages, to.passages) : joinWords(words);
  return { text, words, startMs: callMs(from.playedMs), endMs: callMs(to.playedMs) };
}

export function joinWords(words: readonly { text: string }[]): string {
  return words.map(({ text }) => text).join(" ");
}

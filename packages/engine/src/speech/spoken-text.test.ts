import { describe, expect, it } from "vitest";
import { placeWords, SpokenText } from "./spoken-text.ts";

function twoSentences(): SpokenText {
  const spoken = new SpokenText();
  spoken.addPassage("We are open. ");
  spoken.addAudio(1300);
  spoken.addPassage("Until four. ");
  spoken.addAudio(1200);
  return spoken;
}

describe("SpokenText", () => {
  it("joins passages with one space", () => {
    expect(twoSentences().text).toBe("We are open. Until four.");
  });

  it("places words inside their own sentence", () => {
    expect(twoSentences().wordsUntil(Number.POSITIVE_INFINITY)).toEqual([
      { text: "We", startMs: 0 },
      { text: "are", startMs: 300 },
      { text: "open.", startMs: 700 },
      { text: "Until", startMs: 1300 },
      { text: "four.", startMs: 1900 },
    ]);
  });

  it("counts a word as heard once its first half was", () => {
    const words = (playedMs: number) =>
      twoSentences()
        .wordsUntil(playedMs)
        .map(({ text }) => text);
    expect(words(0)).toEqual([]);
    expect(words(499)).toEqual(["We"]);
    expect(words(500)).toEqual(["We", "are"]);
    expect(words(1600)).toEqual(["We", "are", "open.", "Until"]);
  });

  it("knows which passages have begun", () => {
    expect(twoSentences().textBegunBy(1300)).toBe("We are open.");
    expect(twoSentences().textBegunBy(1301)).toBe("We are open. Until four.");
  });

  it("prefers the voice's own word times", () => {
    const spoken = new SpokenText();
    spoken.addPassage("one", 0);
    spoken.addPassage("two", 400);
    spoken.addAudio(900);
    expect(spoken.wordsUntil(900)).toEqual([
      { text: "one", startMs: 0 },
      { text: "two", startMs: 400 },
    ]);
  });
});

describe("placeWords", () => {
  it("gives nothing for nothing", () => {
    expect(placeWords("  ", 0, 100)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { voiceFormat } from "./format/format-text.ts";
import { Section } from "./section-queue.ts";
import { SectionReading } from "./section-reading.ts";

/** The voice's input after each piece of text, and at the end. */
function given(pieces: readonly string[], takesWords: boolean): string[] {
  const section = new Section();
  const told: string[] = [""];
  let ended = false;
  const push = (text: string) => told.push(`${told.pop() ?? ""}${text}`);
  new SectionReading(section, { format: voiceFormat({}, "en"), takesWords, push, end: () => (ended = true) }).start();
  for (const piece of pieces) {
    section.add(piece);
    told.push("");
  }
  section.end(false);
  expect(ended).toBe(true);
  return told;
}

it("gives plain words of the first phrase before the phrase is whole, without the last, and then phrases", () => {
  const pieces = ["We ", "open ", "the ", "house ", "at nine. ", "It ", "is **nice**. "];
  expect(given(pieces, true)).toEqual(["", "We ", "open ", "the ", "house at nine. ", "", "It is nice. ", ""]);
  expect(given(pieces, false)).toEqual(["", "", "", "", "We open the house at nine. ", "", "It is nice. ", ""]);
});

it("holds words back that a format reads with what follows them", () => {
  expect(given(["Write to ", "jo@example.com ", "on ", "March ", "5."], true)).toEqual([
    "Write ",
    "",
    "",
    "",
    "",
    "to jo at example dot com on March 5.",
  ]);
  expect(given(["It weighs ", "3 ", "kg."], true)).toEqual(["It ", "", "", "weighs three kilograms."]);
});

it("gives every word once, in its order, wherever the text is cut", () => {
  const text = "We are here for you on Saturday from nine, and on 4021 Main Street. Call an SMS e.g. now!";
  const whole = given([text], false).join("");
  for (let at = 1; at < text.length; at++) {
    const pieces = [text.slice(0, at), text.slice(at)];
    expect(given(pieces, true).join("").replace(/\s+/g, " ")).toBe(whole.replace(/\s+/g, " "));
  }
});

describe("the transcript", () => {
  /** The transcript's text of each passage that the voice announces. */
  const writtenOf = (text: string, passages: readonly string[]) => {
    const section = new Section();
    const reading = new SectionReading(section, { format: voiceFormat({}, "en"), push: () => {}, end: () => {} });
    reading.start();
    section.add(text);
    section.end(false);
    return passages.map((passage) => reading.beginPassage(passage).trim());
  };

  it("has the model's words, not those of the voice, and no markup", () => {
    expect(
      writtenOf("**You** are booked, the number is 4711.", ["You are booked,", "the number is four seven one one."]),
    ).toEqual(["You are booked,", "the number is 4711."]);
    expect(writtenOf("It weighs 3 kg. It is free.", ["It weighs three kilograms.", "It is free."])).toEqual([
      "It weighs 3 kg.",
      "It is free.",
    ]);
  });

  it("has each word once, whatever the voice announces at a time", () => {
    const text = "Write to jo@example.com, or call 555 0142 on Dr. Lee's line.";
    const [, spoken = ""] = /(.*)/.exec(voiceFormat({}, "en")?.(text).spoken ?? "") ?? [];
    const words = spoken.split(" ");
    expect(
      writtenOf(text, words)
        .filter((word) => word !== "")
        .join(" "),
    ).toBe(text);
    for (let at = 1; at < words.length; at++) {
      const halves = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
      expect(writtenOf(text, halves).join(" ").trim()).toBe(text);
    }
  });
});

import { describe, expect, it } from "vitest";
import { languageOf, splitText } from "./split-text.ts";

const split = (text: string, hasPages = false) => [...splitText(text, { hasPages })];

describe("splitText", () => {
  it("knows the headings above a passage", () => {
    const text = "# Shop\nWelcome.\n## Returns\nWithin 30 days.\n### Shoes\nUnworn.\n## Delivery\nTwo days.";
    expect(split(text)).toEqual([
      { page: undefined, heading: "Shop", text: "Welcome." },
      { page: undefined, heading: "Shop › Returns", text: "Within 30 days." },
      { page: undefined, heading: "Shop › Returns › Shoes", text: "Unworn." },
      { page: undefined, heading: "Shop › Delivery", text: "Two days." },
    ]);
  });

  it("keeps a heading that nothing stands below, and takes no entry of a list for one", () => {
    const text = "# Closed on Sundays\n# Open\n1. Monday\n2.1 Opening Hours\nNine to five.\n## The end";
    expect(split(text).map(({ heading, text: passage }) => [heading, passage])).toEqual([
      ["", "Closed on Sundays"],
      ["Open", "1. Monday"],
      ["Open › 2.1 Opening Hours", "Nine to five."],
      ["", "The end"],
    ]);
  });

  it("counts pages, and a section goes on over them", () => {
    expect(split("# Care\nWash warm.\f\fDry flat.", true)).toEqual([
      { page: 1, heading: "Care", text: "Wash warm." },
      { page: 3, heading: "Care", text: "Dry flat." },
    ]);
  });

  it("ends passages with sentences, joins wrapped lines, and loses no word", () => {
    const sentence = (number: number) => `Sentence number ${number} is about\nas long as sentences are, or somewhat longer. `;
    const text = Array.from({ length: 60 }, (_, index) => sentence(index)).join("");
    const passages = split(text).map((each) => each.text);
    expect(passages.length).toBeGreaterThan(4);
    for (const passage of passages) {
      expect(passage).toMatch(/^Sentence [^\n]*longer\.$/);
      expect(passage.length).toBeLessThanOrEqual(900);
    }
    const words = (all: string) => all.split(/\s+/).filter((word) => word !== "");
    expect(words(passages.join(" "))).toEqual(words(text));
  });

  it("cuts what has no sentences, and no letter in two", () => {
    const letters = "😀".repeat(2000);
    const passages = split(`${"word ".repeat(1000)}\n\n${letters}`).map((each) => each.text);
    for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(1800);
    expect(passages.join("").replaceAll(/word|\s/g, "")).toBe(letters);
  });
});

it.each([
  ["You can return the shoes within 30 days.", "english"],
  ["Blue 12\nGreen 14", "english"],
  ["Die Ware ist nicht für Kinder und wird mit der Post geschickt.", "simple"],
  ["La tienda no abre por la tarde.", "simple"],
])("the language of %j is %s", (text, language) => {
  expect(languageOf(text)).toBe(language);
});

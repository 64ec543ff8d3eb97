import type { ChunkPlan } from "@callwright/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkRule, splitPhrases } from "./phrases.ts";

async function split(...pieces: (string | undefined)[]): Promise<string[]> {
  async function* input() {
    yield* pieces;
  }
  const phrases: string[] = [];
  for await (const phrase of splitPhrases(input())) phrases.push(phrase.text);
  return phrases;
}

/** Each phrase with its completion time, if a token comes every so many milliseconds. */
async function timed(text: string, everyMs: number, firstClauseMinCharacters = 12): Promise<[number, string][]> {
  let nowMs = 0;
  async function* tokens() {
    for (const token of text.match(/\S+\s*/g) ?? []) {
      yield token;
      nowMs += everyMs;
    }
  }
  const phrases: [number, string][] = [];
  for await (const { text: phrase } of splitPhrases(tokens(), { firstClauseMinCharacters }, () => nowMs))
    phrases.push([nowMs, phrase]);
  return phrases;
}

describe("the first phrase of a slow model", () => {
  const HOURS = "We are open on Saturday from nine in the morning until five. Come in, and bring your dog.";

  it("ends before a part of the sentence when it was awaited for 150 ms; later phrases are sentences", async () => {
    expect(await timed(HOURS, 20)).toEqual([
      [160, "We are open on Saturday "],
      [220, "from nine in the morning until five. "],
      [360, "Come in, and bring your dog."],
    ]);
    expect((await timed(HOURS, 200))[0]).toEqual([1000, "We are open on Saturday "]);
    expect((await timed(HOURS, 1))[0]).toEqual([11, "We are open on Saturday from nine in the morning until five. "]);
  });

  it("ends at the first comma, also of a voice that otherwise has longer phrases", async () => {
    const table = "Yes, of course, I will look for a table for two at eight.";
    expect((await timed(table, 50, 40))[0]).toEqual([150, "Yes, of course, "]);
    expect((await timed(table, 1, 40))[0]).toEqual([13, table]);
  });

  it("is no piece of a word or a few words", async () => {
    expect((await timed("Come and see the garden behind the house.", 100))[0]?.[1]).toBe(
      "Come and see the garden behind the house.",
    );
  });
});

describe("phrases", () => {
  it.each([
    ["We are open. Come in! Really? Yes", ["We are open. ", "Come in! ", "Really? ", "Yes"]],
    [
      "On Saturday, we are open from eight. On Sunday, we are closed.",
      ["On Saturday, ", "we are open from eight. ", "On Sunday, we are closed."],
    ],
    ["Yes, we do.", ["Yes, we do."]],
    ["It costs 3.50 at Dr. Smith's, e.g. today.", ["It costs 3.50 at Dr. Smith's, ", "e.g. today."]],
    ["One\ntwo\n\nthree", ["One\n", "two\n\n", "three"]],
    ["  \n ", []],
  ])("cuts %j", async (text, expected) => expect(await split(text)).toEqual(expected));

  it.each<[ChunkPlan, string[]]>([
    [{ minCharacters: 20 }, ["Yes, we do. Come in: ", "Mr. Ito is here, at 3.5 km."]],
    [{ minCharacters: 1, punctuationBoundaries: [":"] }, ["Yes, we do. Come in: ", "Mr. Ito is here, at 3.5 km."]],
    [{ minCharacters: 1, punctuationBoundaries: [","] }, ["Yes, ", "we do. Come in: Mr. Ito is here, ", "at 3.5 km."]],
    [{ punctuationBoundaries: [".", ","] }, ["Yes, we do. Come in: Mr. Ito is here, ", "at 3.5 km."]],
    [{ enabled: false, minCharacters: 1 }, ["Yes, we do. ", "Come in: Mr. Ito is here, at 3.5 km."]],
  ])("are cut as the assistant's plan %j says", async (plan, expected) => {
    const input = async function* () {
      yield* "Yes, we do. Come in: Mr. Ito is here, at 3.5 km.".split(/(?<= )/);
    };
    const phrases: string[] = [];
    const limits = { firstClauseMinCharacters: 12, chunks: chunkRule(plan) };
    for await (const phrase of splitPhrases(input(), limits)) phrases.push(phrase.text);
    expect(phrases).toEqual(expected);
  });

  it("are cut after full-width marks, which no space follows", async () => {
    const phrases: string[] = [];
    const input = async function* () {
      yield "はい。営業しています，どうぞ。";
    };
    const limits = { firstClauseMinCharacters: 12, chunks: chunkRule({ minCharacters: 1, punctuationBoundaries: ["。"] }) };
    for await (const phrase of splitPhrases(input(), limits)) phrases.push(phrase.text);
    expect(phrases).toEqual(["はい。", "営業しています，どうぞ。"]);
  });

  it("gives a sentence out before the next one comes", async () => {
    let asked = 0;
    async function* input() {
      for (const piece of ["We are open", ". ", "On Sunday we rest."]) {
        asked++;
        yield piece;
      }
    }
    const phrases = splitPhrases(input());
    expect((await phrases.next()).value).toEqual({ text: "We are open. ", endsSentence: true });
    expect(asked).toBe(2);
  });

  it("ends what is there at a flush", async () => {
    expect(await split("We are", undefined, " open")).toEqual(["We are", " open"]);
  });

  it("cuts a sentence without end", async () => {
    const phrases = await split("word ".repeat(100));
    expect(phrases.length).toBeGreaterThan(3);
    expect(Math.max(...phrases.map((phrase) => phrase.length))).toBeLessThanOrEqual(120);
  });

  it("loses no word, however the text arrives", async () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "B", " ", ". ", ", ", "?", "\n", "…", "1.5", "Mr. ", "ß"),
      maxLength: 120,
    });
    const cuts = fc.array(fc.nat(200), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(text, cuts, async (whole, at) => {
        const edges = [0, ...at.map((cut) => Math.min(cut, whole.length)), whole.length].sort((a, b) => a - b);
        const pieces = edges.slice(1).map((edge, index) => whole.slice(edges[index], edge));
        const words = (parts: readonly string[]) => parts.join("").split(/\s+/).filter(Boolean);
        expect(words(await split(...pieces))).toEqual(words([whole]));
      }),
    );
  });
});

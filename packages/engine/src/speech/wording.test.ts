import { expect, test } from "vitest";
import { type Wording, wordingOf } from "./wording.ts";

test.each<[Wording, string]>([
  ["open", "I would like to"],
  ["open", "Please send it to my."],
  ["open", "I called yesterday, and"],
  ["open", "Um."],
  ["open", "My name is"],
  ["open", "He might even have been."],
  ["plain", "I need a table for tomorrow,"],
  ["open", "The thing is…"],
  ["open", "What are your"],
  ["open", "How much is"],
  ["open", "It must be in his."],
  ["plain", "She is a friend of his."],
  ["plain", "Yes, I am."],
  ["plain", "I think it is."],
  ["plain", "That's what we have."],
  ["plain", "Please turn it on."],
  ["plain", "I would like to change my appointment."],
  ["plain", "I want a table for two."],
  ["plain", "So you?"],
  ["question", "What are your opening hours on Saturday?"],
  ["question", "Where are you calling from?"],
  ["question", "Okay, do you have a table for two at eight?"],
  ["dictating", "My number is five five five"],
  ["dictating", "It is 555 12"],
  ["dictating", "My number is five, five,"],
  ["dictating", "M, i, s, d"],
  ["dictating", "That is spelled s"],
  ["open", "It's anna at"],
  ["dictating", "anna dot miller at example"],
  ["dictating", "anna@example"],
  ["plain", "anna dot miller at example dot com"],
  ["plain", "It is anna@example.com"],
  ["plain", "My number is 202 555 0143 99"],
  ["plain", "I am 42"],
  ["plain", "I will be at home"],
])("%s: %j", (wording, text) => {
  expect(wordingOf(text)).toBe(wording);
});

test("another language has its digits and open punctuation alone", () => {
  expect(wordingOf("Ich rufe Sie an", "de")).toBe("plain");
  expect(wordingOf("Ich rufe Sie an …", "de")).toBe("open");
  expect(wordingOf("030 12 34", "de-DE")).toBe("dictating");
  expect(wordingOf("I would like to", "en-GB")).toBe("open");
});

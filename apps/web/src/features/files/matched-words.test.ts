import { expect, it } from "vitest";
import { markedParts } from "./matched-words.ts";

it.each([
  ["Returns are free.", "Can I return it?", ["Returns"]],
  ["Delivery of a parcel takes two days.", "How long are the parcels delivered?", ["Delivery", "parcel"]],
  ["The theory of the cat.", "the cat, and a caterpillar", ["cat"]],
  ["Größe 42", "welche größe?", ["Größe"]],
  ["Nothing here.", "?", []],
])("of %j, %j marks %j", (text, question, marked) => {
  const parts = markedParts(text, question);
  expect(parts.filter((part) => part.isMarked).map((part) => part.text)).toEqual(marked);
  expect(parts.map((part) => part.text).join("")).toBe(text);
});

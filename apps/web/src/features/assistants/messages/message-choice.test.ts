import { expect, test } from "vitest";
import { enMessages } from "../../../messages/en-messages.ts";
import { chosenMessages, DEFAULT_MESSAGES, MESSAGE_CHOICES, withMessage } from "./message-choice.ts";

const FINAL = 'transcript[transcriptType="final"]';

test("a change begins with the default types, and back to them is no list", () => {
  const added = withMessage("serverMessages", undefined, "chat.created", true);
  expect(added).toEqual([...DEFAULT_MESSAGES.serverMessages, "chat.created"]);
  expect(withMessage("serverMessages", added, "chat.created", false)).toBeUndefined();
  expect(withMessage("clientMessages", ["hang"], "hang", false)).toEqual([]);
  expect([...chosenMessages("clientMessages", [])]).toEqual([]);
});

test("final transcripts are one choice, however they are written", () => {
  expect(MESSAGE_CHOICES.serverMessages.filter((type) => type.includes("final"))).toEqual([FINAL]);
  const value = ["transcript[transcriptType='final']", "hang"];
  expect(chosenMessages("serverMessages", value).has(FINAL)).toBe(true);
  expect(withMessage("serverMessages", value, FINAL, false)).toEqual(["hang"]);
});

test("every type has a sentence", () => {
  const sentences: Readonly<Record<string, string>> = enMessages.callMessages.types;
  expect(Object.values(MESSAGE_CHOICES).flatMap((types) => types.filter((type) => !sentences[type]))).toEqual([]);
});

import { expect, test } from "vitest";
import { PendingWords } from "./pending-words.ts";
import { planStart } from "./speaking-plan.ts";
import { type EndpointingDelays, TurnEndpointing } from "./turn-endpointing.ts";

function followed(language = "en") {
  const words = new PendingWords();
  const applied: EndpointingDelays[] = [];
  const options = { start: planStart(), lastAssistantText: () => "" };
  const endpointing = new TurnEndpointing(options, words, { language }, (delays) => applied.push(delays));
  return { words, endpointing, applied };
}

const both = (ms: number) => ({ minDelay: ms, maxDelay: ms });

test("the wait follows the sound and the words, whichever comes last", () => {
  const { words, endpointing, applied } = followed();
  endpointing.followSound(0.1);
  words.pass("I would like");
  endpointing.followWords();
  words.pass("to");
  endpointing.followWords();
  endpointing.followSound(0.95);
  words.pass("change my appointment.");
  endpointing.followWords();
  expect(applied).toEqual([1000, 1000, 2200, 1400, 192].map(both));
});

test("an endpointing server's advice holds until there are other words, also when the model answers after it", () => {
  const { words, endpointing, applied } = followed();
  words.pass("I would like to");
  endpointing.followWords(0.5);
  endpointing.followSound(0.1);
  words.pass("leave");
  endpointing.followWords();
  expect(applied).toEqual([500, 500, 1000].map(both));
});

test("the words of another language are not read as English", () => {
  const { words, endpointing, applied } = followed("de");
  words.pass("Ich rufe Sie an");
  endpointing.followSound(0.95);
  expect(applied).toEqual([both(192)]);
});

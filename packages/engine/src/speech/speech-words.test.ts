import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { TurnPart } from "../conversation/conversation.ts";
import { SpeechWords } from "./speech-words.ts";

it("reads an answer that is there at once in several turns of the event loop, so that sound leaves between its words", async () => {
  let read = 0;
  async function* parts(): AsyncGenerator<TurnPart> {
    for (let index = 0; index < 40; index++) {
      read++;
      yield { type: "text", text: `word ${index} ` };
    }
  }
  const words = new SpeechWords({ turn: 1, interruptible: true, parts }, { emit: () => {} });
  const whole = (async () => {
    let text = "";
    for await (const piece of words.stream()) text += piece;
    return text;
  })();
  const readByTurn: number[] = [];
  while (read < 40) {
    await nextTurn();
    readByTurn.push(read);
  }
  expect(Math.max(...readByTurn.map((until, turn) => until - (readByTurn[turn - 1] ?? 0)))).toBeLessThanOrEqual(8);
  expect(await whole).toBe(Array.from({ length: 40 }, (_, index) => `word ${index} `).join(""));
});

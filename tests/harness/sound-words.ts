import { recognise } from "./recognise.ts";
import { hearingProblem, shareHeard } from "./words.ts";

async function wordsIn(samples: Int16Array): Promise<string> {
  return (await recognise(samples)).map(({ text }) => text).join(" ");
}

/** The difference between the expected and the recognized words in 16 kHz samples, or nothing. `leastShare` as in `hearingProblem`. */
export async function soundProblem(expected: string, samples: Int16Array, leastShare?: number): Promise<string | undefined> {
  return hearingProblem(expected, await wordsIn(samples), leastShare);
}

/** Share of the words that are heard in 16 kHz samples, in their order, 0 to 1. */
export async function shareInSound(expected: string, samples: Int16Array): Promise<number> {
  return shareHeard(expected, await wordsIn(samples));
}

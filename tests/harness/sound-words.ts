import { RECOGNISERS, recognise } from "./recognise.ts";
import { hearingProblem } from "./words.ts";

/** What is wrong with the words in 16 kHz samples, or nothing: when one recogniser hears them, they are there. `leastShare` as of `hearingProblem`. */
export async function soundProblem(expected: string, samples: Int16Array, leastShare?: number): Promise<string | undefined> {
  const problems: string[] = [];
  for (const recogniser of RECOGNISERS) {
    const heard = (await recognise(samples, recogniser)).map(({ text }) => text).join(" ");
    const problem = hearingProblem(expected, heard, leastShare);
    if (problem === undefined) return undefined;
    problems.push(problem);
  }
  return problems.join("; ");
}

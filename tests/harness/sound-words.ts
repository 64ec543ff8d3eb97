import { RECOGNISERS, recognise } from "./recognise.ts";
import { hearingProblem, shareHeard } from "./words.ts";

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

/** Share of the words that the best recogniser hears in 16 kHz samples, in their order, 0 to 1; once it is enough, no other is asked. Any word may be misheard. */
export async function shareInSound(expected: string, samples: Int16Array, enough: number): Promise<number> {
  let best = 0;
  for (const recogniser of RECOGNISERS) {
    const heard = (await recognise(samples, recogniser)).map(({ text }) => text).join(" ");
    best = Math.max(best, shareHeard(expected, heard));
    if (best >= enough) break;
  }
  return best;
}

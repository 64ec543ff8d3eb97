import { TESTER_END, type TesterStep } from "@callwright/contract";
import { saysWords } from "../says-words.ts";
import type { Speaker } from "./speaker.ts";

/** Says the messages of its steps. Branches choose the next step by the agent's answers. */
export function stepSpeaker(steps: readonly TesterStep[]): Speaker {
  let current: TesterStep | undefined;
  return {
    async next(answer = "") {
      current = current ? stepAfter(steps, current, answer) : steps[0];
      return current && { text: current.say };
    },
  };
}

function stepAfter(steps: readonly TesterStep[], step: TesterStep, answer: string): TesterStep | undefined {
  const { branches = [], otherwise } = step;
  const target = branches.find(({ answerHas }) => saysWords(answer, answerHas))?.goTo ?? otherwise;
  if (target === undefined) return steps[steps.indexOf(step) + 1];
  return target === TESTER_END ? undefined : steps.find(({ name }) => name === target);
}

/** The lines of a script, for a neutral caller without a language model. */
export function linesOf(script: string): TesterStep[] {
  return script
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((say) => ({ say }));
}

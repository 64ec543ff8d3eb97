import { type CallerBehavior, type CallerFact, TESTER_END, type TesterStep } from "@callwright/contract";
import { AnalysisFailure } from "../../call/analysis/judge.ts";
import { saysWords } from "../says-words.ts";
import { BehavingCaller } from "./behaving-caller.ts";
import type { TestCaller } from "./caller-act.ts";
import { type CallerModel, modelSpeaker } from "./model-speaker.ts";
import { RulesSpeaker } from "./rules-speaker.ts";
import type { Speaker } from "./speaker.ts";

export interface CallerOptions {
  scenario: {
    script: string;
    steps?: readonly TesterStep[] | undefined;
    facts?: readonly CallerFact[] | undefined;
    persona?: string | undefined;
  };
  /** Absent: the neutral caller, who says words as they are written. */
  behavior?: CallerBehavior | undefined;
  seed: number;
  medium: "text" | "sound";
  /** Plays the caller of a scenario without steps. Absent: rules do. */
  model?: CallerModel | undefined;
}

/**
 * The caller of a scenario. Steps are said in their order; a language model or rules play the script. By rules and by steps, the same seed and the
 * same answers give the same acts. Fails with an `AnalysisFailure` for a language that rules do not speak.
 */
export function openCaller(options: CallerOptions): TestCaller {
  const { behavior, seed, medium } = options;
  const speaker = openSpeaker(options);
  return new BehavingCaller({ speaker, behavior: mannerOf(options), seed: behavior ? seed : 0, medium });
}

function openSpeaker({ scenario, behavior, seed, model }: CallerOptions): Speaker {
  const { script, steps, facts = [], persona } = scenario;
  if (steps) return stepSpeaker(steps);
  if (model) return modelSpeaker({ ...model, script, persona, facts, behavior });
  if (behavior === undefined && facts.length === 0) return stepSpeaker(linesOf(script));
  const { language = "en" } = behavior ?? {};
  if (!/^en\b/.test(language))
    throw new AnalysisFailure(
      `The caller speaks '${language}', which needs a language model. Set JUDGE_MODEL on the server, or a model in the personality's assistant.`,
    );
  return new RulesSpeaker({ script, persona, facts, behavior: behavior ?? {}, seed });
}

/** A model hesitates and talks to others in its own words. */
function mannerOf({ scenario, behavior = {}, model }: CallerOptions): CallerBehavior {
  if (scenario.steps || !model || !behavior.habits) return behavior;
  const { fillers: _fillers, asides: _asides, ...habits } = behavior.habits;
  return { ...behavior, habits };
}

/** Says the messages of its steps. Branches choose the next step by the agent's answers. */
function stepSpeaker(steps: readonly TesterStep[]): Speaker {
  let current: TesterStep | undefined;
  return {
    async next(answer = "") {
      current = current ? stepAfter(steps, current, answer) : steps[0];
      const following = current && !current.branches?.length ? stepAfter(steps, current, "") : undefined;
      return current && { text: current.say, isFollowedAtOnce: following?.interrupts };
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
function linesOf(script: string): TesterStep[] {
  return script
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((say) => ({ say }));
}

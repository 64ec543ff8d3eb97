import { z } from "zod";
import {
  TEST_MAX_BRANCHES,
  TEST_MAX_MOCKS,
  TEST_MAX_STEPS,
  TEST_MOCK_MAX_CHARACTERS,
  TEST_SCRIPT_MAX_CHARACTERS,
} from "../wire/limits.ts";

/** The end as the target of a branch, in place of a step's name. */
export const TESTER_END = "end";

const StepName = z.string().min(1).max(80);

const Branch = z.strictObject({
  /** Words of the agent's answer, regardless of case, punctuation and spaces. */
  answerHas: z.string().min(1).max(TEST_SCRIPT_MAX_CHARACTERS),
  goTo: StepName.meta({ description: "Name of a step, or end." }),
});

/** One message of the built-in tester, with the choice of the next one. Callwright only. */
export const TesterStep = z.strictObject({
  say: z.string().min(1).max(TEST_SCRIPT_MAX_CHARACTERS),
  /** Takes the first branch whose words the agent's answer contains. */
  branches: z.array(Branch).max(TEST_MAX_BRANCHES).optional(),
  /** The next step if no branch applies. Default: the next step of the list. */
  otherwise: StepName.optional().meta({ description: "Name of a step, or end. Default: the next step." }),
  name: StepName.optional().meta({ description: "Only for steps that branches lead to." }),
  interrupts: z.boolean().optional().meta({
    default: false,
    description:
      "The caller says it into the agent's answer to the step before, after about a second. Only in runs as sound, and not after a step with branches.",
  }),
});
export type TesterStep = z.infer<typeof TesterStep>;

export const TesterSteps = z
  .array(TesterStep)
  .min(1)
  .max(TEST_MAX_STEPS)
  .superRefine((steps, context) => {
    const names = steps.flatMap(({ name }) => (name === undefined ? [] : [name]));
    const known = new Set([TESTER_END, ...names]);
    for (const [index, { name, branches = [], otherwise }] of steps.entries()) {
      const problem = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path: [index, ...path], message });
      if (name === TESTER_END) problem(["name"], `must not be '${TESTER_END}', which ends the conversation`);
      else if (name !== undefined && names.indexOf(name) !== names.lastIndexOf(name))
        problem(["name"], "must be the name of one step only");
      const targets = [
        ...branches.map(({ goTo }, at) => ({ to: goTo, path: ["branches", at, "goTo"] })),
        { to: otherwise, path: ["otherwise"] },
      ];
      for (const { to, path } of targets)
        if (to !== undefined && !known.has(to)) problem(path, `must name a step, or be '${TESTER_END}'`);
    }
  });

/** What a tool answers in a test. The tool itself is not run. Callwright only. */
export const ToolMock = z.strictObject({
  toolName: z.string().min(1).max(64).meta({ description: "The tool's name as the model sees it." }),
  result: z.string().max(TEST_MOCK_MAX_CHARACTERS).optional().meta({ default: "" }),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "Only for calls with these arguments. Default: for every call." }),
  failed: z.boolean().optional().meta({ default: false }),
  enabled: z.boolean().optional().meta({ default: true }),
});
export type ToolMock = z.infer<typeof ToolMock>;

export const ToolMocks = z.array(ToolMock).max(TEST_MAX_MOCKS);

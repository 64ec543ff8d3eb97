import {
  type AnalysisUsage,
  costReport,
  GeneratedScenario,
  type GeneratedScenarios,
  readJson,
  TEST_SCRIPT_MAX_CHARACTERS,
  withAnalysisCost,
} from "@callwright/contract";
import { z } from "zod";
import { SESSION_HOOK_EVENT } from "../../../platform/capabilities/runnable.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { Target } from "../../assistant/resolve-target.ts";
import { openAgents } from "../../assistant/team/open-agents.ts";
import { fenced } from "../../call/analysis/fenced.ts";
import { AnalysisFailure, askJudge, type Judge, type ReadAnswer } from "../../call/analysis/judge.ts";
import { openJudge } from "../../call/analysis/open-judge.ts";
import { listPrices } from "../../cost/price-store.ts";
import { addSpending } from "../../cost/spending.ts";
import { type ScenarioAgent, scenariosByRules } from "./scenarios-by-rules.ts";

const TIMEOUT_SECONDS = 120;

interface GenerateOptions {
  orgId: string;
  /** An assistant, a squad or a workflow. */
  target: Target;
  signal: AbortSignal;
}

/** Scenarios that test a target: by a language model that can be used, else by rules. No tool is run. Fails as `openAgents` does. */
export async function generateScenarios(
  context: ServerContext,
  { orgId, target, signal }: GenerateOptions,
): Promise<GeneratedScenarios> {
  const agents = await agentsOf(context, orgId, target);
  const judge = await openJudge(context, { orgId, assistant: target.assistant }, undefined);
  if (judge === undefined) return scenariosByRules(agents);
  if (typeof judge === "string") return withReason(judge, scenariosByRules(agents));
  const usages: AnalysisUsage[] = [];
  try {
    return await scenariosByModel(judge, agents, signal, (usage) => usages.push(usage));
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error;
    return withReason(error.message, scenariosByRules(agents));
  } finally {
    const prices = await listPrices(context.db, orgId);
    await addSpending(context.db, orgId, withAnalysisCost(costReport([], prices), usages, prices).cost, context.now());
  }
}

const withReason = (reason: string, { scenarios, coverageNotes }: GeneratedScenarios): GeneratedScenarios => ({
  scenarios,
  coverageNotes: `The language model could not be used: ${reason} ${coverageNotes}`,
});

async function agentsOf(context: ServerContext, orgId: string, shared: Target): Promise<ScenarioAgent[]> {
  // Opening adds agents to a team.
  const target = structuredClone(shared);
  const { tools, team } = await openAgents(context, { orgId, tag: "private" }, target, {
    conversation: { type: "session", sessionId: context.newId() },
    hookEvents: [SESSION_HOOK_EVENT],
    isOfVisitor: false,
    parts: ["model"],
    test: { mocks: [], runsTools: false },
  });
  try {
    const { assistant } = target;
    if (!team) return [{ name: assistant.name ?? "Assistant", prompt: promptOf(assistant), tools: tools.tools, ways: [] }];
    return team.spec.agents.map(({ name, assistant: own, tools: theirs, ways }) => ({
      name,
      prompt: promptOf(own),
      tools: theirs,
      ways: [...ways],
    }));
  } finally {
    await tools.close();
  }
}

const promptOf = ({ model }: Target["assistant"]): string =>
  (model?.messages ?? []).flatMap(({ role, content }) => (role === "system" && content !== null ? [content] : [])).join("\n");

const SCENARIOS_MAX = 30;
const Answer = z.object({
  scenarios: z
    .array(
      GeneratedScenario.omit({ scorers: true, toolMocks: true })
        .extend({ expects: z.string().min(1).max(TEST_SCRIPT_MAX_CHARACTERS).optional() })
        .strip(),
    )
    .min(1)
    .max(SCENARIOS_MAX),
  coverageNotes: z.string(),
});

const PROMPT = `You write scenarios that test an AI agent on the phone. Each scenario is for a caller, who reads its instructions and calls the agent. Cover every tool and every handover, and add edge cases and failures. Address the caller with "you", name concrete values (names, days, numbers), and say when the caller is done. Answer with one JSON object and nothing else: {"scenarios": [{"name": "at most 80 characters", "instructions": "for the caller", "category": "happy_path", "edge_case" or "failure_mode", "reasoning": "one sentence", "expects": "what the agent must do to pass: one sentence"}], "coverageNotes": "what is covered, and what is not"}`;

async function scenariosByModel(
  judge: Judge,
  agents: readonly ScenarioAgent[],
  signal: AbortSignal,
  onUsage: (usage: AnalysisUsage) => void,
): Promise<GeneratedScenarios> {
  return askJudge(judge, {
    messages: [
      { type: "system", text: PROMPT },
      { type: "user", text: `The agent:\n${fenced(agents.map(describe).join("\n\n"))}` },
    ],
    timeoutSeconds: TIMEOUT_SECONDS,
    signal,
    read: readScenarios,
    onUsage: (usage) => onUsage({ part: "test", ...usage }),
  });
}

function describe({ name, prompt, tools, ways }: ScenarioAgent): string {
  const ofTools = tools.map((tool) => `- ${tool.name}: ${tool.description ?? ""} ${JSON.stringify(tool.parameters ?? {})}`);
  const ofWays = ways.map(({ to, edge }) => `- to ${to}${edge?.condition ? `, when: ${edge.condition}` : ""}`);
  return [`Agent: ${name}`, `Prompt:\n${prompt}`, `Tools:\n${ofTools.join("\n")}`, `Hands over:\n${ofWays.join("\n")}`].join(
    "\n",
  );
}

const readScenarios: ReadAnswer<GeneratedScenarios> = (text) => {
  const json = /\{[\s\S]*\}/.exec(text)?.[0];
  const { data, error } = Answer.safeParse(readJson(json ?? ""));
  if (data) {
    const scenarios = data.scenarios.map(({ expects, ...scenario }) => ({
      ...scenario,
      ...(expects !== undefined && { scorers: [{ type: "ai" as const, rubric: expects }] }),
    }));
    return { value: { ...data, scenarios } };
  }
  const [issue] = error.issues;
  return { problem: `It must be the JSON object that was asked for (${issue?.path.join(".")}: ${issue?.message}).` };
};

import {
  type CreateSimulationRun,
  costReport,
  modelNameOf,
  type SimulationEstimate,
  type SuiteTest,
  USUAL_MINUTE,
  type Usage,
} from "@callwright/contract";
import { DEFAULT_MODEL, runsHere } from "@callwright/engine/conversation";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { assistantsOf } from "../assistant/team/assistants-of.ts";
import type { Judge } from "../call/analysis/judge.ts";
import { openJudge } from "../call/analysis/open-judge.ts";
import { listPrices } from "../cost/price-store.ts";
import { ownModelOf } from "./run-attempt.ts";
import { pairsOf, type RunCaller, type TestRunState } from "./run-store.ts";
import { planRun } from "./start-simulations.ts";

/** Turns of a conversation whose caller has no written lines. */
const USUAL_TURNS = 6;
const SECONDS_OF_TURN = 60 / USUAL_MINUTE.requests;
/** A judge answers in a sentence, and is asked twice. */
const JUDGE = { asked: 2, inputTokens: USUAL_MINUTE.inputTokens, outputTokens: USUAL_MINUTE.outputTokens };
/** What a run would probably cost. Nothing is started or asked. Fails as `startSimulations` does, but for the budget. */
export async function estimateRun(
  context: ServerContext,
  caller: OrgCaller,
  request: CreateSimulationRun,
): Promise<SimulationEstimate> {
  const { state, places } = await planRun(context, caller, request);
  const pairs = pairsOf(state);
  const usages: Usage[] = [];
  let [calls, seconds] = [0, 0];
  const models = new CallerModels(context, caller.orgId, state);
  for (const [index, pair] of pairs.entries()) {
    const test = state.tests[pair.test];
    if (!test) continue;
    const count = places.filter((place) => place.test === index).length;
    const isCall = (state.medium ?? test.type) === "voice";
    const turns = Math.min(test.steps?.length ?? USUAL_TURNS, test.maxTurns ?? Number.POSITIVE_INFINITY);
    if (isCall) {
      calls += count;
      seconds += count * turns * SECONDS_OF_TURN;
    }
    const target = state.targets?.[pair.test] ?? state.target;
    const [player, judge] = [await models.player(test, target, state.callers?.[pair.caller ?? -1]), await models.judge(target)];
    usages.push(
      ...usagesOfAgent(context, target, count * turns, isCall),
      ...usageOf(player, { ...USUAL_MINUTE, requests: count * turns }),
      ...usageOf(judge, { requests: count * questionsOf(test), ...JUDGE }),
    );
  }
  const { cost, costUnknown = [] } = costReport(usages, await listPrices(context.db, caller.orgId));
  const unpriced = costUnknown.map(({ part, provider, model }) => ({ part, provider, model }));
  return { conversations: places.length, calls, minutes: seconds / 60, cost, unpriced };
}

/** What the agent uses. The agents of a team share the turns. */
function usagesOfAgent({ config }: ServerContext, target: Target, turns: number, isCall: boolean): Usage[] {
  const { localModelUrls, providerUrls: urls } = config;
  const assistants = assistantsOf(target);
  const share = turns / Math.max(1, assistants.length);
  const minutes = share / USUAL_MINUTE.requests;
  const { inputTokens, outputTokens, characters, voiceSeconds } = USUAL_MINUTE;
  return assistants.flatMap(({ model = DEFAULT_MODEL, voice, transcriber }): Usage[] => {
    const { provider, model: name } = model;
    const isHere = runsHere(model, { localModelUrls, urls });
    const amounts = { inputTokens: share * inputTokens, outputTokens: share * outputTokens };
    return [
      { part: "model", provider, model: name, ...(isHere && { local: true }), amounts },
      ...(isCall ? spokenUsage("voice", voice, { characters: minutes * characters, seconds: minutes * voiceSeconds }) : []),
      ...(isCall ? spokenUsage("transcriber", transcriber, { seconds: minutes * 60 }) : []),
    ];
  });
}

/** A voice or transcriber that is not set is one of this server. */
function spokenUsage(
  part: "voice" | "transcriber",
  settings: { provider: string } | undefined,
  amounts: Usage["amounts"],
): Usage[] {
  if (!settings || settings.provider === DEFAULT_MODEL.provider) return [];
  return [{ part, provider: settings.provider, model: modelNameOf(part, settings), amounts }];
}

function usageOf(
  judge: Judge | undefined,
  {
    requests,
    inputTokens,
    outputTokens,
    asked = 1,
  }: Pick<Required<Usage["amounts"]>, "inputTokens" | "outputTokens"> & {
    requests: number;
    asked?: number;
  },
): Usage[] {
  const times = requests * asked;
  if (!judge || times === 0) return [];
  const amounts = { inputTokens: times * inputTokens, outputTokens: times * outputTokens };
  return [{ part: "model", provider: judge.provider, model: judge.name, amounts }];
}

/** What a model judges in a conversation. */
function questionsOf({ scorers, evaluations = [] }: SuiteTest): number {
  const judged = scorers.filter(({ check }) => check === undefined);
  const outputs = new Set(
    evaluations.flatMap(({ structuredOutput, structuredOutputId }) =>
      structuredOutput?.type === "regex" ? [] : [structuredOutputId ?? structuredOutput],
    ),
  );
  return judged.length + outputs.size / JUDGE.asked;
}

/** The models that play callers and judge, each opened once. */
class CallerModels {
  readonly #context: ServerContext;
  readonly #orgId: string;
  readonly #state: TestRunState;
  readonly #known = new Map<unknown, Promise<Judge | undefined>>();

  constructor(context: ServerContext, orgId: string, state: TestRunState) {
    this.#context = context;
    this.#orgId = orgId;
    this.#state = state;
  }

  judge(target: Target): Promise<Judge | undefined> {
    return this.#open(target, target, undefined);
  }

  /** As attempts choose it: steps and rules need none. */
  async player({ steps }: Pick<SuiteTest, "steps">, target: Target, caller: RunCaller | undefined): Promise<Judge | undefined> {
    if (steps || caller?.behavior?.byRules) return undefined;
    const own = caller ? ownModelOf(caller) : this.#state.tester?.assistant.model;
    return own ? this.#open(own, target, own) : this.judge(target);
  }

  #open(key: unknown, { assistant }: Target, own: Parameters<typeof openJudge>[2]): Promise<Judge | undefined> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const opened = openJudge(this.#context, { orgId: this.#orgId, assistant }, own).then((judge) =>
      typeof judge === "string" ? undefined : judge,
    );
    this.#known.set(key, opened);
    return opened;
  }
}

import { z } from "zod";
import { CreateAssistant } from "../assistant/assistant.ts";
import { PRICED_PARTS } from "../cost/priced-units.ts";
import { CreateSquad } from "../squad/squad.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import {
  RUN_MAX_ITERATIONS,
  SUITE_MAX_CALLERS,
  SUITE_MAX_SIMULATIONS,
  TEST_MAX_SCORERS,
  TEST_NAME_MAX_CHARACTERS,
  TEST_SUITE_MAX_TESTS,
} from "../wire/limits.ts";
import { PageQuery, SORT_ORDERS } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { exactlyOneOf, notTogether } from "../wire/one-of.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { EvaluationResult } from "./evaluation.ts";
import { SimulationHook } from "./hook.ts";
import { HumanScore } from "./human-score.ts";
import { ChosenLine } from "./line.ts";
import { LatencyMetrics, SimulationMetrics } from "./metrics.ts";
import { CreatePersonality } from "./personality.ts";
import { CreateScenario } from "./scenario.ts";
import { simulationRunNoun } from "./simulation-run-noun.ts";
import { CALLER_PLAYERS, ScorerResult, TEST_ENDINGS, TestTurn } from "./test-run.ts";
import { CallerKey } from "./test-suite.ts";

const Name = z.string().min(1).max(TEST_NAME_MAX_CHARACTERS);

/** A stored simulation, or a scenario and a personality: each by id or inline. A stored simulation stands before the others. */
const SimulationEntry = z
  .strictObject({
    type: z.literal("simulation"),
    simulationId: Id.optional(),
    scenarioId: Id.optional(),
    scenario: CreateScenario.optional(),
    personalityId: Id.optional(),
    personality: CreatePersonality.optional(),
    name: Name.optional(),
  })
  .refine(...notTogether("scenarioId", "scenario"))
  .refine(...notTogether("personalityId", "personality"))
  .refine(({ simulationId, scenarioId, scenario }) => (simulationId ?? scenarioId ?? scenario) !== undefined, {
    path: ["simulationId"],
    error: "or scenarioId or scenario is required",
  })
  .meta({ examples: [{ type: "simulation", simulationId: "11111111-1111-4111-8111-111111111111" }] });

const SuiteEntry = z
  .strictObject({
    type: z.literal("simulationSuite"),
    simulationSuiteId: Id.optional(),
    /** Superseded by `simulationSuiteId`. */
    suiteId: Id.optional().meta({ deprecated: true }),
    /** In answers: the suite's name when the run began. */
    name: Name.optional(),
    testIds: z.array(Id).min(1).max(TEST_SUITE_MAX_TESTS).optional().meta({
      description: "Only these of the suite's own tests (Callwright extension).",
    }),
    callers: z.array(CallerKey).max(SUITE_MAX_CALLERS).optional().meta({
      description: "Only these callers, in place of the suite's. Empty: the neutral caller (Callwright extension).",
    }),
  })
  .refine(...exactlyOneOf("simulationSuiteId", "suiteId"));

export const SimulationRunEntry = z.discriminatedUnion("type", [SimulationEntry, SuiteEntry]);
export type SimulationRunEntry = z.infer<typeof SimulationRunEntry>;

export const SimulationRunTarget = z.discriminatedUnion("type", [
  z
    .strictObject({
      type: z.literal("assistant"),
      assistantId: Id.optional(),
      assistant: CreateAssistant.optional(),
      assistantVersion: z.number().int().min(1).optional().meta({
        description: "A published version of the assistant. Default: the newest (Callwright extension).",
      }),
    })
    .refine(({ assistantId, assistant }) => (assistantId ?? assistant) !== undefined, {
      path: ["assistantId"],
      error: "or assistant is required",
    })
    .refine(...notTogether("assistant", "assistantVersion"))
    .meta({ examples: [{ type: "assistant", assistantId: "11111111-1111-4111-8111-111111111111" }] }),
  z
    .strictObject({ type: z.literal("squad"), squadId: Id.optional(), squad: CreateSquad.optional() })
    .refine(...exactlyOneOf("squadId", "squad")),
  /** Callwright only. */
  z.strictObject({ type: z.literal("workflow"), workflowId: Id }),
]);
export type SimulationRunTarget = z.infer<typeof SimulationRunTarget>;

/** `vapi.websocket`: by voice. `vapi.webchat`: in writing. */
export const SimulationTransport = z
  .strictObject({
    provider: z.enum(["vapi.websocket", "vapi.webchat"]),
    phoneNumberId: Id.optional().meta({
      description:
        "A number of the simulated line that the callers call. Without a target, the agent that answers it is tested. Simulations call no telephones (Callwright extension).",
    }),
  })
  .refine(({ provider, phoneNumberId }) => provider === "vapi.websocket" || phoneNumberId === undefined, {
    path: ["phoneNumberId"],
    error: "needs the provider vapi.websocket: a chat calls no number",
  });
export type SimulationTransport = z.infer<typeof SimulationTransport>;

export const CreateSimulationRun = z.strictObject({
  simulations: z.array(SimulationRunEntry).min(1).max(SUITE_MAX_SIMULATIONS),
  target: SimulationRunTarget.optional().meta({
    description: "Default: what the first suite tests. Required without a suite (optional only in Callwright).",
  }),
  iterations: z.number().int().min(1).max(RUN_MAX_ITERATIONS).optional().meta({
    default: 1,
    description: "Times that each simulation runs, each with a seed of its own. Hosts allow 10.",
  }),
  transport: SimulationTransport.optional().meta({ description: "Default: as each scenario says." }),
  name: Name.optional().meta({ description: "A name of the run (Callwright extension)." }),
  line: ChosenLine.optional().meta({
    description: "The line of every caller, in place of the suite's (Callwright extension).",
  }),
  seed: z.number().int().min(0).max(2_147_483_647).optional().meta({
    default: 1,
    description: "The seed of the first iteration; each further one has the next number (Callwright extension).",
  }),
});
export type CreateSimulationRun = z.infer<typeof CreateSimulationRun>;

export const RunItemCounts = z.looseObject({
  total: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  running: z.number().int(),
  queued: z.number().int(),
  canceled: z.number().int(),
  distinctSimulationTotal: z.number().int().optional(),
  distinctSimulationFailed: z.number().int().optional(),
});

const RunFields = {
  ...EntityFields,
  status: z.enum(["queued", "running", "ended"]),
  queuedAt: z.string(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  endedReason: z.string().optional(),
  itemCounts: RunItemCounts.optional(),
  simulations: z.array(z.looseObject({ type: z.enum(["simulation", "simulationSuite"]) })),
  target: z.looseObject({ type: z.enum(["assistant", "squad", "workflow"]) }),
  iterations: z.number().int().optional(),
  transport: SimulationTransport.optional(),
  /** The fields below: Callwright only. The verdicts of an ended run, in the order of its items; the provider's gitops tool counts them. */
  results: z.array(z.looseObject({ status: z.enum(["pass", "fail"]), isSkipped: z.boolean() })).optional(),
  name: z.string().optional(),
  seed: z.number().int().optional(),
  line: ChosenLine.optional(),
  testSuiteId: Id.optional(),
  assistantVersion: z.number().int().optional(),
  /** An assistant was tested that is not stored, or not as it is stored. */
  isDraft: z.boolean().optional(),
  /** How far people agree with the judge, once they have scored items. In lists, it is left out. */
  agreement: z.looseObject({ scored: z.number().int(), agreed: z.number().int(), kappa: z.number().optional() }).optional(),
};

export const SimulationRun = z.looseObject(RunFields);
export type SimulationRun = z.infer<typeof SimulationRun>;

export const CreatedSimulationRun = z.looseObject({
  ...RunFields,
  simulationRunItemIds: z.array(Id),
  /** Which tools have no mock and are not run, or which hosts they reach with `runsTools`: a sentence. */
  message: z.string().optional(),
  /** The page of the run in the dashboard. */
  url: z.string(),
});
export type CreatedSimulationRun = z.infer<typeof CreatedSimulationRun>;

/** What a run will probably cost, from how long such conversations usually are. */
export const SimulationEstimate = z.looseObject({
  conversations: z.number().int(),
  /** Of them, as sound. */
  calls: z.number().int(),
  /** Of all calls together. */
  minutes: z.number(),
  /** US dollars, of the agent, of a model that plays the caller, and of one that judges. */
  cost: z.number(),
  /** What has no known price, which the cost leaves out: the cost is at least this. */
  unpriced: z.array(z.looseObject({ part: z.enum(PRICED_PARTS), provider: z.string(), model: z.string() })),
});
export type SimulationEstimate = z.infer<typeof SimulationEstimate>;

export const ListedSimulationRun = z.looseObject({
  ...RunFields,
  summary: z.looseObject({
    source: z.looseObject({
      type: z.enum(["suite", "simulation", "adHoc", "api"]),
      id: Id.optional(),
      name: z.string(),
      linkable: z.boolean(),
      simulationIds: z.array(z.string()),
    }),
    targetSnapshotName: z.string().optional(),
    simulationCount: z.number().int(),
  }),
});

export type ListedSimulationRun = z.infer<typeof ListedSimulationRun>;

export const SimulationRunQuery = z.object({
  ...PageQuery.shape,
  status: z.enum(["queued", "running", "ended"]).optional(),
  filterStatus: z.enum(["passed", "failed", "running"]).optional(),
  targetType: z.enum(["assistant", "squad", "workflow"]).optional(),
  targetId: Id.optional(),
  testSuiteId: Id.optional().meta({ description: "Only runs of this suite (Callwright extension)." }),
});
export type SimulationRunQuery = z.infer<typeof SimulationRunQuery>;

export const RUN_ITEM_STATUSES = ["queued", "running", "evaluating", "passed", "failed", "canceled"] as const;

const Suggestion = z.looseObject({ issue: z.string(), suggestion: z.string() });

export const ItemImprovements = z.looseObject({
  analysis: z.string(),
  systemPromptSuggestions: z.array(Suggestion),
  toolSuggestions: z.array(Suggestion),
  scenarioSuggestions: z.array(Suggestion),
  suggestedSystemPrompt: z.string().optional(),
});
export type ItemImprovements = z.infer<typeof ItemImprovements>;

/** The points of met criteria, and those of all that could be checked. Absent if no criterion has points. */
export const ItemScore = z.looseObject({ points: z.number(), possible: z.number() });
export type ItemScore = z.infer<typeof ItemScore>;

export const SimulationRunItem = z.looseObject({
  ...EntityFields,
  runId: Id,
  simulationId: Id,
  scenarioId: Id.optional(),
  personalityId: Id.optional(),
  status: z.enum(RUN_ITEM_STATUSES),
  queuedAt: z.string(),
  startedAt: z.string().optional(),
  completedAt: z.string().optional(),
  failedAt: z.string().optional(),
  canceledAt: z.string().optional(),
  failureReason: z.string().optional(),
  callId: Id.optional(),
  iterationNumber: z.number().int(),
  hooks: z.array(SimulationHook).optional(),
  metadata: z
    .looseObject({
      scenario: z.looseObject({}).optional(),
      personality: z.looseObject({}).optional(),
      simulation: z.looseObject({}).optional(),
      call: z
        .looseObject({
          transcript: z.string().optional(),
          messages: z.array(z.looseObject({})).optional(),
          /** The fields below: Callwright only. */
          turns: z.array(TestTurn).optional(),
          greeting: z.string().optional(),
          endedBy: z.enum(TEST_ENDINGS).optional(),
        })
        .optional(),
    })
    .optional(),
  results: z
    .looseObject({
      evaluations: z.array(EvaluationResult),
      passed: z.boolean(),
      latencyMetrics: LatencyMetrics.optional(),
      /** The fields below: Callwright only. */
      scorerResults: z.array(ScorerResult).optional(),
      metrics: SimulationMetrics.optional(),
      score: ItemScore.optional(),
      humanScores: z.array(HumanScore).optional(),
    })
    .optional(),
  improvementSuggestions: ItemImprovements.optional(),
  configurations: z.looseObject({ transport: SimulationTransport.optional() }).optional(),
  /** The fields below: Callwright only. */
  seed: z.number().int(),
  /** Its place in the matrix: the names of the scenario and the caller. */
  scenarioName: z.string(),
  callerName: z.string().optional(),
  playedBy: z.enum(CALLER_PLAYERS).optional(),
  cost: z.number().optional(),
});
export type SimulationRunItem = z.infer<typeof SimulationRunItem>;

export const SimulationRunItemQuery = z.object({
  ...PageQuery.omit({ search: true, cursor: true }).shape,
  sortOrder: z.enum(SORT_ORDERS).default("ASC").meta({ description: "ASC: in the order of the run." }),
  simulationId: Id.optional(),
  runId: Id.optional(),
  status: z.enum(RUN_ITEM_STATUSES).optional(),
});
export type SimulationRunItemQuery = z.infer<typeof SimulationRunItemQuery>;

/** An item in a cell. */
const CellItem = z.looseObject({
  id: Id,
  seed: z.number().int(),
  status: z.enum(RUN_ITEM_STATUSES),
  callId: Id.optional(),
  /** The first criterion that was not met, or why the conversation could not go on. */
  why: z.string().optional(),
  /** The turn that decided, from 1. */
  turn: z.number().int().optional(),
});

/** The items of a scenario with a caller. */
const Cell = z.looseObject({
  /** Places in `scenarios` and `callers`. */
  scenario: z.number().int(),
  caller: z.number().int(),
  simulationId: Id,
  passed: z.number().int(),
  failed: z.number().int(),
  /** Without a result: waiting, running or canceled. */
  open: z.number().int(),
  /** Whether a seed had both verdicts. Such a cell never gates. */
  isUnstable: z.boolean(),
  items: z.array(CellItem),
});

/** A run as a table: a row for each scenario, a column for each caller. */
export const SimulationMatrix = z.looseObject({
  scenarios: z.array(z.looseObject({ id: Id, name: z.string() })),
  /** Without an id: the neutral caller, one of the gallery, or an inline one. */
  callers: z.array(z.looseObject({ id: Id.optional(), key: z.string().optional(), name: z.string() })),
  cells: z.array(Cell),
});
export type SimulationMatrix = z.infer<typeof SimulationMatrix>;

/** A person's verdicts on criteria of an item. They replace those of the same person. */
export const ScoreItem = z.strictObject({
  scores: z
    .array(
      z.strictObject({
        scorer: HumanScore.shape.scorer.meta({ description: "Place of the criterion in the results, from 0." }),
        result: HumanScore.shape.result,
        note: HumanScore.shape.note,
      }),
    )
    .max(TEST_MAX_SCORERS),
});
export type ScoreItem = z.infer<typeof ScoreItem>;

const SuggestQuery = z.object({
  force: z.enum(["true", "false"]).optional().meta({ default: "false", description: "Make them again if there are some." }),
  persist: z.enum(["true", "false"]).optional().meta({ default: "true", description: "Store them with the item." }),
});

export const simulationRunRoutes = describeRoutes(simulationRunNoun.addresses, {
  createSimulationRun: {
    body: CreateSimulationRun,
    response: CreatedSimulationRun,
    status: 201,
    summary: "Run simulations or suites against an assistant, a squad or a workflow",
  },
  estimateSimulationRun: {
    body: CreateSimulationRun,
    response: SimulationEstimate,
    summary: "Estimate what a run would cost, without starting it (Callwright extension)",
  },
  listSimulationRuns: {
    query: SimulationRunQuery,
    response: pageOf(ListedSimulationRun),
    summary: "List simulation runs, newest first",
  },
  getSimulationRun: { response: SimulationRun, summary: "Get a simulation run" },
  cancelSimulationRun: { response: SimulationRun, summary: "Cancel a simulation run; finished items keep their results" },
  deleteSimulationRun: { response: SimulationRun, summary: "Delete a simulation run; it can be restored for 30 days" },
  restoreSimulationRun: { response: SimulationRun, summary: "Restore a deleted simulation run" },
  getSimulationRunMatrix: {
    response: SimulationMatrix,
    summary: "Get a run as a table of scenarios and callers, without conversations (Callwright extension)",
  },
  listSimulationRunItems: {
    query: SimulationRunItemQuery,
    response: z.array(SimulationRunItem),
    summary: "List the items of a run: one for each simulation and iteration",
  },
  getSimulationRunItem: { response: SimulationRunItem, summary: "Get an item of a run with its conversation" },
  cancelSimulationRunItem: { response: SimulationRunItem, summary: "Cancel an item of a run" },
  scoreSimulationRunItem: {
    body: ScoreItem,
    response: SimulationRunItem,
    summary: "Say which criteria of an item a person finds met (Callwright extension)",
  },
  suggestForSimulationRunItem: {
    query: SuggestQuery,
    response: ItemImprovements,
    status: 201,
    summary: "Suggest improvements after an item that failed",
  },
});

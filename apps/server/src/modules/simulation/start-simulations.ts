import {
  type AssistantOverrides,
  assistantOf,
  type ChosenLine,
  type CreatePersonality,
  type CreateSimulationRun,
  type CreateSuiteTest,
  type Fields,
  invalid,
  lineOf,
  PERSONALITIES,
  RUN_MAX_ITEMS,
  type SimulationRunEntry,
  type SimulationRunTarget,
  type SuiteTest,
  type TestSuite,
} from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { findResource, type ResourceTable } from "../../platform/resource-kit/resource-store.ts";
import { openRow } from "../../platform/secrets/sealed-headers.ts";
import { resolveTarget, type Target } from "../assistant/resolve-target.ts";
import { requireBudget } from "../cost/spending.ts";
import { phoneNumber } from "../telephony/tables.ts";
import { type GateState, testedKey } from "./gate/gate-state.ts";
import { storeRun, testerOf, testsOf } from "./run-service.ts";
import { type CalledNumber, FIRST_SEED, type Place, type RunCaller, type RunPair, type TestRunState } from "./run-store.ts";
import { requirePublicSource, requireRunnableTest, testSuites } from "./service.ts";
import { personality, scenario, storedSimulation } from "./tables.ts";
import { resolveTested } from "./tested-target.ts";
import { printOf } from "./unstable-items.ts";

/** The name of an inline personality or scenario without one. */
const INLINE = "Inline";

/**
 * Starts a run of simulations and suites as they are now. Returns its id. Fails with `validation-failed` (what is missing, too many items), or as
 * chats and calls with the target do.
 */
export async function startSimulations(
  context: ServerContext,
  caller: OrgCaller,
  request: CreateSimulationRun,
  queue: RunQueue,
  own: Omit<GateState, "key"> = {},
): Promise<string> {
  await requireBudget(context.db, caller, context.now());
  const { state, places } = await planRun(context, caller, request);
  const { target } = request;
  const key = await testedKey(context, caller.orgId, target?.type === "assistant" ? target : {});
  return storeRun(context, caller, { name: request.name, state: { ...state, gate: { ...key, ...own } }, places }, queue);
}

/** What a run would have, without storing it. */
export async function planRun(
  context: ServerContext,
  caller: OrgCaller,
  { name: _, ...request }: CreateSimulationRun,
): Promise<{ state: TestRunState; places: Place[] }> {
  const gathered = new GatheredPairs(context, caller);
  for (const [index, entry] of request.simulations.entries()) await gathered.add(entry, `simulations.${index}`);
  const { tests, callers, pairs, testSuiteId } = gathered;
  if (pairs.length === 0) throw invalid("simulations must name a suite with a test, or a simulation");
  const { target: named, iterations = gathered.iterations ?? 1, transport, seed = FIRST_SEED } = request;
  const medium = transport ? (transport.provider === "vapi.webchat" ? "chat" : "voice") : gathered.medium;
  const called = transport?.phoneNumberId === undefined ? undefined : await findCalled(context, caller, transport.phoneNumberId);
  const tested = { named: named ?? called?.target, suite: gathered.suite };
  const target = await targetOf(context, caller.orgId, tested);
  const line = lineOf(request.line ?? gathered.line);
  const places = pairs.flatMap(({ test }, index) =>
    Array.from({ length: Math.max(iterations, tests[test]?.numAttempts ?? 1) }, (_, attempt) => ({ test: index, attempt })),
  );
  if (places.length > RUN_MAX_ITEMS)
    throw invalid(`iterations must be fewer: the run would have ${places.length} items, and ${RUN_MAX_ITEMS} are allowed`);
  const state: TestRunState & { pairs: RunPair[] } = {
    ...(testSuiteId !== undefined && { testSuiteId }),
    status: "queued",
    tests,
    target,
    tester: gathered.testerPlan ? await testerOf(context, caller.orgId, gathered.testerPlan) : null,
    isDraft: named?.type === "assistant" && named.assistant !== undefined,
    pairs,
    callers,
    request: { ...request, simulations: gathered.entries, iterations },
    ...(medium && { medium }),
    ...(line && { line }),
    ...(called && { phone: called.phone }),
    seed,
    targets: await ownTargets(context, caller.orgId, tested, tests),
  };
  state.pairs = pairs.map((pair) => ({ ...pair, print: printOf(state, pair) }));
  return { state, places };
}

/** The number that callers call, and who answers it. Fails with `validation-failed` for a number on which people are reached. */
async function findCalled(
  context: ServerContext,
  { orgId }: OrgCaller,
  phoneNumberId: string,
): Promise<{ phone: CalledNumber; target: SimulationRunTarget }> {
  const id = phoneNumberId.toLowerCase();
  const row = await findResource(context.db, orgId, { table: phoneNumber }, id);
  if (!row) throw invalid("transport.phoneNumberId must name a phone number of this organization");
  const { provider, number, assistantId, squadId, workflowId } = row.config as Record<string, string | undefined>;
  if (provider !== "simulated" || number === undefined)
    throw invalid(
      "transport.phoneNumberId must name a number of provider 'simulated': simulations call no telephones, because such calls cost money and reach people. Add a simulated number under Phone numbers",
    );
  const phone = { id, number };
  if (assistantId !== undefined) return { phone, target: { type: "assistant", assistantId } };
  if (squadId !== undefined) return { phone, target: { type: "squad", squadId } };
  if (workflowId !== undefined) return { phone, target: { type: "workflow", workflowId } };
  throw invalid("transport.phoneNumberId must name a number that an assistant, a squad or a workflow answers");
}

/**
 * What a run tests, with the changes of a scenario. Without a target of its own, that is what its suite tests. The overrides of the suite also apply to
 * another version of its assistant, and to a draft.
 */
async function targetOf(
  context: ServerContext,
  orgId: string,
  { named, suite }: { named: SimulationRunTarget | undefined; suite: TestSuite | undefined },
  overrides?: AssistantOverrides,
): Promise<Target> {
  const { assistant, assistantVersion, assistantId } =
    named?.type === "assistant" ? named : ({} as Partial<Extract<SimulationRunTarget, { type: "assistant" }>>);
  const own = suite?.targetPlan?.assistantId;
  const isOwn = own !== undefined && (assistant !== undefined || assistantId?.toLowerCase() === own.toLowerCase());
  if (suite && (!named || isOwn)) return resolveTested(context, orgId, suite, { assistant, assistantVersion, overrides });
  if (!named) throw invalid("target must name an assistant, a squad or a workflow: only a run of a suite has one by default");
  if (assistantVersion !== undefined) {
    const plan = { targetPlan: { assistantId } };
    return resolveTested(context, orgId, plan as TestSuite, { assistantVersion, overrides });
  }
  const { type: _, ...body } = named;
  return resolveTarget(context, orgId, "chat", { ...body, ...(overrides && { assistantOverrides: overrides }) });
}

async function ownTargets(
  context: ServerContext,
  orgId: string,
  of: Parameters<typeof targetOf>[2],
  tests: readonly SuiteTest[],
): Promise<Record<number, Target>> {
  const targets: Record<number, Target> = {};
  for (const [index, { targetOverrides }] of tests.entries())
    if (targetOverrides) targets[index] = await targetOf(context, orgId, of, targetOverrides);
  return targets;
}

const callerOf = ({ name = INLINE, assistant, behavior }: CreatePersonality): RunCaller => ({
  name,
  assistant,
  ...(behavior && { behavior }),
});

/** Collects the scenarios, callers and pairs of a run. A scenario or caller that several pairs have is stored once. */
class GatheredPairs {
  readonly tests: SuiteTest[] = [];
  readonly callers: RunCaller[] = [];
  readonly pairs: RunPair[] = [];
  /** The entries, with the names of suites. */
  readonly entries: SimulationRunEntry[] = [];
  /** The suite, if the run has just one. */
  testSuiteId: string | undefined;
  testerPlan: Parameters<typeof testerOf>[2];
  /** The first suite. */
  suite: TestSuite | undefined;
  /** What the first suite says, for requests that do not. */
  iterations: number | undefined;
  medium: "chat" | "voice" | undefined;
  line: ChosenLine | undefined;
  readonly #context: ServerContext;
  readonly #caller: OrgCaller;

  constructor(context: ServerContext, caller: OrgCaller) {
    this.#context = context;
    this.#caller = caller;
  }

  async add(entry: SimulationRunEntry, field: string): Promise<void> {
    if (entry.type === "simulationSuite") return this.#addSuite(entry);
    this.entries.push(entry);
    const { simulationId, name } = entry;
    if (simulationId !== undefined) return this.#addStored(simulationId, `${field}.simulationId`, name);
    const test = entry.scenario
      ? await this.#addInlineScenario(entry.scenario, `${field}.scenario.`)
      : await this.#addScenario(entry.scenarioId ?? "", `${field}.scenarioId`);
    const { personality: inline, personalityId } = entry;
    const caller =
      personalityId === undefined
        ? inline && this.#addCaller(callerOf(inline))
        : await this.#addPersonality(personalityId, `${field}.personalityId`);
    this.#addPair({ test, caller, simulationId: this.#context.newId(), name });
  }

  async #addSuite(entry: Extract<SimulationRunEntry, { type: "simulationSuite" }>): Promise<void> {
    const id = (entry.simulationSuiteId ?? entry.suiteId ?? "").toLowerCase();
    const suite = await testSuites.get(this.#context, this.#caller, id);
    const { name, testerPlan, simulationIds = [], iterations, medium, line } = suite;
    const callers = entry.callers ?? suite.callers ?? [];
    this.testSuiteId = this.entries.length === 0 ? id : undefined;
    this.testerPlan ??= testerPlan;
    this.suite ??= suite;
    this.entries.push({ ...entry, ...(name !== undefined && { name }) });
    const players = [];
    for (const [index, each] of callers.entries()) players.push(await this.#addPersonality(each, `callers.${index}`));
    const newId = () => this.#context.newId();
    for (const test of await testsOf(this.#context, this.#caller, id, entry.testIds)) {
      const place = this.#addTest(test);
      if (players.length === 0) this.#addPair({ test: place, simulationId: test.id });
      for (const caller of players) this.#addPair({ test: place, caller, simulationId: newId() });
    }
    this.iterations ??= iterations;
    this.medium ??= medium;
    this.line ??= line;
    if (entry.testIds || entry.callers) return;
    for (const [index, simulationId] of simulationIds.entries()) await this.#addStored(simulationId, `simulationIds.${index}`);
  }

  async #addStored(simulationId: string, field: string, name?: string): Promise<void> {
    const { id, config } = await this.#find(storedSimulation, simulationId, field, "simulation");
    const { scenarioId, personalityId, name: own } = config as { scenarioId: string; personalityId: string; name?: string };
    const test = await this.#addScenario(scenarioId, `${field} (its scenarioId)`);
    const caller = await this.#addPersonality(personalityId, `${field} (its personalityId)`);
    this.#addPair({ test, caller, simulationId: id, name: name ?? own });
  }

  #addPair({
    test,
    caller,
    simulationId,
    name,
  }: { test: number; simulationId: string } & Partial<Record<"caller", number>> & { name?: string | undefined }) {
    // Several large suites would fill the memory before they are counted.
    if (this.pairs.length === RUN_MAX_ITEMS)
      throw invalid(`simulations must have fewer scenarios and callers: a run has ${RUN_MAX_ITEMS} items at most`);
    this.pairs.push({ test, simulationId, ...(caller !== undefined && { caller }), ...(name !== undefined && { name }) });
    if (this.entries.length > 1) this.testSuiteId = undefined;
  }

  async #addScenario(id: string, field: string): Promise<number> {
    const known = this.tests.findIndex((test) => test.id === id.toLowerCase());
    if (known !== -1) return known;
    const row = await this.#find(scenario, id, field, "scenario");
    if (row.config.type === "chat.mockConversation") throw invalid(`${field} names an eval: run it with POST /eval/run`);
    const times = { createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
    return this.#addTest({ ...row.config, ...row.state, id: row.id, orgId: row.orgId, ...times } as unknown as SuiteTest);
  }

  async #addInlineScenario(
    { instructions, testSuiteId: _, ...fields }: NonNullable<Extract<SimulationRunEntry, { type: "simulation" }>["scenario"]>,
    at: string,
  ): Promise<number> {
    const { scorers = [], evaluations } = fields;
    await requireRunnableTest(this.#context, this.#caller, { scorers, evaluations }, at);
    await requirePublicSource(this.#context, this.#caller, fields, undefined);
    const { newId, now } = this.#context;
    const createdAt = now().toISOString();
    const config = { type: "chat", scorers: [], ...fields, script: instructions } as unknown as CreateSuiteTest;
    const ids = { id: newId(), orgId: this.#caller.orgId, createdAt, updatedAt: createdAt };
    return this.#addTest({ ...config, ...ids } as unknown as SuiteTest);
  }

  #addTest(test: SuiteTest): number {
    const known = this.tests.findIndex(({ id }) => id === test.id);
    return known === -1 ? this.tests.push(test) - 1 : known;
  }

  async #addPersonality(id: string, field: string): Promise<number> {
    const known = this.callers.findIndex((each) => each.id === id.toLowerCase() || each.key === id);
    if (known !== -1) return known;
    const ofGallery = PERSONALITIES.find(({ key }) => key === id);
    if (ofGallery) {
      const { key, name, behavior } = ofGallery;
      return this.#addCaller({ key, name, behavior, assistant: assistantOf(ofGallery) });
    }
    const row = await this.#find(personality, id, field, "personality");
    return this.#addCaller({ id: row.id, ...callerOf(row.config as unknown as CreatePersonality) });
  }

  #addCaller(caller: RunCaller): number {
    return this.callers.push(caller) - 1;
  }

  async #find(table: ResourceTable, id: string, field: string, what: string) {
    const row = await findResource(this.#context.db, this.#caller.orgId, { table }, id.toLowerCase());
    if (!row) throw invalid(`${field} must name a ${what} of this organization; ${id} is none`);
    const { config, ...others } = openRow(this.#context, table, row);
    return { ...others, config: config as Fields };
  }
}

import { type AssistantOverrides, CreateSquad, CreateWorkflow, invalid, PlatformError } from "@callwright/contract";
import { findResource } from "../../../platform/resource-kit/resource-store.ts";
import { liveVersion, versionName } from "../../../platform/resource-kit/versions/version-names.ts";
import { openRow, type SealedDatabase } from "../../../platform/secrets/sealed-headers.ts";
import { squad } from "../../squad/tables.ts";
import type { AgentConfig } from "../../tool/run/agents/agent-config.ts";
import { mayHandOver, NO_VISITOR_TOOLS, visitorTools } from "../../tool/run/visitor-tools.ts";
import { workflow } from "../../workflow/tables.ts";
import type { Target, TargetBody } from "../resolve-target.ts";
import { findDestinations, handsOver } from "./find-destinations.ts";
import { squadAgents } from "./squad-agents.ts";
import { UniqueNames } from "./unique-names.ts";
import { workflowAgents, workflowAssistant } from "./workflow-agents.ts";

interface Options {
  isOfVisitor: boolean;
}

/** The agents of a squad or a workflow. Fails as `resolveTarget` does. */
export async function resolveTeam(store: SealedDatabase, orgId: string, body: TargetBody, options: Options): Promise<Target> {
  const isSquad = body.squad !== undefined || body.squadId !== undefined;
  return isSquad ? resolveSquad(store, orgId, body, options) : resolveWorkflow(store, orgId, body, options);
}

async function resolveSquad(
  store: SealedDatabase,
  orgId: string,
  { squadId, squad: inline, draftOf, startAt, ...overridden }: TargetBody,
  { isOfVisitor }: Options,
): Promise<Target> {
  const stored = await findStored(store, orgId, "Squad", { id: squadId, draftOf });
  const config = inline ?? CreateSquad.parse(stored?.config);
  const names = new UniqueNames();
  const isBrought = isOfVisitor && inline !== undefined;
  const overrides = mergedOverrides(overridden);
  const squadOptions = { overrides, isOfVisitor: isBrought, hasVisitorOverrides: isOfVisitor };
  const found = await squadAgents(store, orgId, config, squadOptions, names);
  const hasVisitorTools = isBrought || found.agents.some(({ ofVisitor }) => mayHandOver(ofVisitor));
  const reached = await findDestinations(store, orgId, found, { names, isOfVisitor: hasVisitorTools });
  const agents = startingAt(startAt, reached, found.agents, "member of the squad");
  const { variableValues } = found;
  return {
    ...NO_ASSISTANT,
    assistant: agents[0]?.assistant ?? {},
    // A session keeps the variables here.
    assistantOverrides: Object.keys(variableValues).length > 0 ? { ...overrides, variableValues } : (overrides ?? null),
    team: {
      agents,
      squad: config,
      ...(stored && { squadId: stored.id }),
      ...(stored && !inline && { squadVersion: stored.version }),
    },
    variableValues,
  };
}

async function resolveWorkflow(
  store: SealedDatabase,
  orgId: string,
  { workflowId, workflow: inline, draftOf, startAt, assistantOverrides = {}, workflowOverrides }: TargetBody,
  { isOfVisitor }: Options,
): Promise<Target> {
  const stored = await findStored(store, orgId, "Workflow", { id: workflowId, draftOf });
  const config = inline ?? CreateWorkflow.parse(stored?.config);
  const names = new UniqueNames();
  const isBrought = isOfVisitor && inline !== undefined;
  const nodes = workflowAgents(config, { isOfVisitor: isBrought });
  for (const { name } of nodes) names.take(name);
  const found = { agents: nodes, nameOf: new Map<string, string>() };
  const reached = await findDestinations(store, orgId, found, { names, isOfVisitor: isBrought });
  const agents = startingAt(startAt, reached, nodes, "node of the workflow");
  const { variableValues: values, ...others } = assistantOverrides;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw invalid(`assistantOverrides.${other} has no effect on a workflow. Set it in the workflow, or leave it out`);
  const variableValues = { ...values, ...workflowOverrides?.variableValues };
  return {
    ...NO_ASSISTANT,
    assistant: workflowAssistant(config),
    assistantOverrides: Object.keys(variableValues).length > 0 ? { variableValues } : null,
    team: {
      agents,
      workflow: config,
      ...(stored && { workflowId: stored.id }),
      ...(stored && !inline && { workflowVersion: stored.version }),
    },
    variableValues,
  };
}

/** The agents with the one named `startAt` first, which must be one of `those`. */
function startingAt(
  startAt: string | undefined,
  agents: readonly AgentConfig[],
  those: readonly AgentConfig[],
  what: string,
): AgentConfig[] {
  if (startAt === undefined) return [...agents];
  const first = agents.find(({ name }) => name === startAt);
  if (!first || !those.some(({ name }) => name === startAt))
    throw invalid(`startAt must be the name of a ${what}; there is no ${what.split(" ")[0]} ${startAt}`);
  return [first, ...agents.filter((each) => each !== first)];
}

/** Chats have only `assistantOverrides`, for every target. In a call `squadOverrides` comes on top. */
function mergedOverrides({ assistantOverrides, squadOverrides }: TargetBody): AssistantOverrides | undefined {
  if (!assistantOverrides || !squadOverrides) return squadOverrides ?? assistantOverrides;
  const variableValues = { ...assistantOverrides.variableValues, ...squadOverrides.variableValues };
  return { ...assistantOverrides, ...squadOverrides, variableValues };
}

const NO_ASSISTANT = { assistantId: null, assistantVersion: null };

/** An assistant whose handoffs name other assistants has them as its team. */
export async function withHandoffs(
  store: SealedDatabase,
  orgId: string,
  target: Target,
  { isOfVisitor }: Options,
): Promise<Target> {
  if (!(await handsOver(store, orgId, target.assistant))) return target;
  const { assistant, assistantId, assistantOverrides } = target;
  const names = new UniqueNames();
  const first: AgentConfig = {
    name: names.take(assistant.name ?? "Assistant"),
    assistant,
    assistantId,
    ways: [],
    ofVisitor: isOfVisitor ? visitorTools({ isInline: assistantId === null, overrides: [assistantOverrides] }) : NO_VISITOR_TOOLS,
  };
  const found = { agents: [first], nameOf: new Map<string, string>() };
  const agents = await findDestinations(store, orgId, found, { names, isOfVisitor: mayHandOver(first.ofVisitor) });
  return { ...target, team: { agents } };
}

/** The stored squad or workflow of a call: the called one, or the one whose draft is called. */
async function findStored(
  store: SealedDatabase,
  orgId: string,
  what: "Squad" | "Workflow",
  { id, draftOf }: { id: string | undefined; draftOf: string | undefined },
) {
  const named = id ?? draftOf;
  if (named === undefined) return undefined;
  const table = what === "Squad" ? squad : workflow;
  const row = await findResource(store.db, orgId, { table }, named.toLowerCase());
  if (!row && id === undefined) throw new PlatformError("reference-missing", { field: "draftOf", what: what.toLowerCase() });
  if (!row) throw new PlatformError("not-found", { what });
  return { ...openRow(store, table, row), version: versionName(liveVersion(row)) };
}

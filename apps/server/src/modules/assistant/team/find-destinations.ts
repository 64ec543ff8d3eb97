import {
  CreateAssistant,
  CreateSquad,
  type CreateTool,
  type HandoffDestination,
  invalid,
  PlatformError,
} from "@callwright/contract";
import { findResource, findResources } from "../../../platform/resource-kit/resource-store.ts";
import { openRow, type SealedDatabase } from "../../../platform/secrets/sealed-headers.ts";
import { squad } from "../../squad/tables.ts";
import { AGENTS_MAX, type AgentConfig } from "../../tool/run/agents/agent-config.ts";
import { NO_VISITOR_TOOLS, visitorTools } from "../../tool/run/visitor-tools.ts";
import { tool } from "../../tool/tables.ts";
import { overrideAssistant } from "./override-assistant.ts";
import { type SquadAgents, squadAgents, storedAssistant } from "./squad-agents.ts";
import { UniqueNames } from "./unique-names.ts";

type HandoffTool = Extract<CreateTool, { type: "handoff" | "transferCall" }>;
type Destinations = NonNullable<HandoffTool["destinations"]>;
type Destination = Destinations[number];
type ByAssistant = Extract<HandoffDestination, { type: "assistant" }>;
type BySquad = Extract<HandoffDestination, { type: "squad" }>;

interface Found extends Pick<SquadAgents, "agents" | "nameOf"> {}

interface Options {
  names: UniqueNames;
  /** A visitor wrote tools of the agents. Their inline destinations then count as the visitor's, also those that the owner wrote. */
  isOfVisitor: boolean;
}

/**
 * The agents with all agents that their handoffs lead to. Stored handoff tools become inline ones, and every destination that is an
 * assistant or a squad becomes the name of an agent. Fails as `squadAgents` does, or with `validation-failed` for too many agents.
 */
export async function findDestinations(
  store: SealedDatabase,
  orgId: string,
  first: Found,
  options: Options,
): Promise<AgentConfig[]> {
  return search(store, orgId, first, options).then(({ agents }) => agents);
}

/** The agent of a destination that a server has chosen, with the agents that it adds to a team. Fails as `findDestinations` does. */
export async function addDestination(
  store: SealedDatabase,
  orgId: string,
  destination: Destination,
  team: readonly AgentConfig[],
): Promise<{ destination: Destination; added: AgentConfig[] }> {
  const names = new UniqueNames();
  for (const { name } of team) names.take(name);
  const known = new Map(team.map(({ name }) => [name.toLowerCase(), name]));
  const found = await search(
    store,
    orgId,
    { agents: [], nameOf: known },
    { names, isOfVisitor: false, known: team, destination },
  );
  return { destination: found.destination ?? destination, added: found.agents };
}

async function search(
  store: SealedDatabase,
  orgId: string,
  first: Found,
  {
    names,
    isOfVisitor,
    known = first.agents,
    destination,
  }: Options & { known?: readonly AgentConfig[]; destination?: Destination },
): Promise<{ agents: AgentConfig[]; destination?: Destination }> {
  const agents: AgentConfig[] = [];
  const queue = first.agents.map((agent) => ({ agent, nameOf: first.nameOf }));
  /** Assistants without overrides are the same agent wherever they are a destination. */
  const byId = new Map(known.flatMap(({ assistantId, name }) => (assistantId ? [[assistantId, name] as const] : [])));

  const add = (found: Found) => {
    queue.push(...found.agents.map((agent) => ({ agent, nameOf: found.nameOf })));
    if (agents.length + queue.length > AGENTS_MAX) throw invalid(`the handoffs must lead to at most ${AGENTS_MAX} assistants`);
  };

  async function nameOfAssistant(
    { assistantName, assistantId, assistant, assistantOverrides }: ByAssistant,
    nameOf: Found["nameOf"],
  ) {
    if (assistantId) {
      const known = assistantOverrides ? undefined : byId.get(assistantId.toLowerCase());
      if (known !== undefined) return known;
      const stored = await storedAssistant(store, orgId, assistantId, { field: "destination" });
      return addOne(stored.assistant, stored.assistantId, assistantOverrides);
    }
    if (assistant) return addOne(CreateAssistant.parse(assistant), null, assistantOverrides);
    return assistantName === undefined ? undefined : (nameOf.get(assistantName.toLowerCase()) ?? assistantName);
  }

  function addOne(base: CreateAssistant, assistantId: string | null, overrides: object | undefined): string {
    const assistant = overrideAssistant(base, overrides);
    const name = names.take(assistant.name ?? "Assistant");
    if (assistantId && !overrides) byId.set(assistantId, name);
    const ofVisitor = isOfVisitor
      ? visitorTools({ isInline: assistantId === null, overrides: [{ ...overrides }] })
      : NO_VISITOR_TOOLS;
    add({ agents: [{ name, assistant, assistantId, ofVisitor, ways: [] }], nameOf: new Map() });
    return name;
  }

  async function nameOfSquad({
    squadId,
    squad: inline,
    squadOverrides,
    entryAssistantName,
  }: BySquad): Promise<string | undefined> {
    const config = inline ? CreateSquad.parse(inline) : squadId && (await findSquad(store, orgId, squadId));
    if (!config) return undefined;
    const options = { overrides: squadOverrides, isOfVisitor, hasVisitorOverrides: isOfVisitor };
    const found = await squadAgents(store, orgId, config, options, names);
    add(found);
    return found.nameOf.get(entryAssistantName?.toLowerCase() ?? "") ?? found.agents[0]?.name;
  }

  async function named(destination: Destination, nameOf: Found["nameOf"]): Promise<Destination> {
    if (destination.type === "assistant") {
      const given: ByAssistant = destination;
      const assistantName = await nameOfAssistant(given, nameOf);
      if ("transferMode" in destination || "message" in destination)
        return { ...destination, assistantName: assistantName ?? "" };
      const { assistantId: _id, assistant: _inline, assistantOverrides: _overrides, ...rest } = given;
      return { ...rest, ...(assistantName !== undefined && { assistantName }) };
    }
    if (destination.type !== "squad") return destination;
    const { contextEngineeringPlan, variableExtractionPlan, description } = destination;
    const assistantName = await nameOfSquad(destination);
    return {
      type: "assistant",
      ...(assistantName !== undefined && { assistantName }),
      ...(contextEngineeringPlan && { contextEngineeringPlan }),
      ...(variableExtractionPlan && { variableExtractionPlan }),
      ...(description !== undefined && { description }),
    };
  }

  const chosen = destination && (await named(destination, first.nameOf));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { agent, nameOf } = next;
    const { tools, otherIds } = await handoffsOf(store, orgId, agent.assistant);
    const rewritten = await inOrder(tools, async (each) =>
      isHandoff(each) && each.destinations
        ? ({
            ...each,
            destinations: await inOrder<Destination, Destination>(each.destinations, (d) => named(d, nameOf)),
          } as CreateTool)
        : each,
    );
    const { model } = agent.assistant;
    const isChanged = model && tools.some(isHandoff);
    agents.push(
      isChanged
        ? { ...agent, assistant: { ...agent.assistant, model: { ...model, tools: rewritten, toolIds: otherIds } } }
        : agent,
    );
  }
  return { agents, ...(chosen && { destination: chosen }) };
}

/** Does the assistant have a tool that leads to another assistant? The server chooses one for a transfer without destinations. */
export async function handsOver(store: SealedDatabase, orgId: string, assistant: CreateAssistant): Promise<boolean> {
  const { tools } = await handoffsOf(store, orgId, assistant);
  return tools.some(
    (each) =>
      isHandoff(each) &&
      ((each.destinations ?? []).some(({ type }) => type === "assistant" || type === "squad" || type === "dynamic") ||
        (each.type === "transferCall" && (each.destinations ?? []).length === 0)),
  );
}

const isHandoff = (each: CreateTool | undefined): each is HandoffTool =>
  each?.type === "handoff" || each?.type === "transferCall";

/** Destinations add agents: one after the other, so that names do not depend on the database. */
async function inOrder<From, To>(items: readonly From[], map: (item: From) => Promise<To> | To): Promise<To[]> {
  const mapped: To[] = [];
  for (const item of items) mapped.push(await map(item));
  return mapped;
}

/**
 * The stored tools of an assistant that hand over, then its inline ones: tools that overrides append stay at the end. `otherIds`: of the stored
 * tools that do not hand over.
 */
async function handoffsOf(
  store: SealedDatabase,
  orgId: string,
  { model }: CreateAssistant,
): Promise<{ tools: CreateTool[]; otherIds: string[] }> {
  const ids = (model?.toolIds ?? []).map((id) => id.toLowerCase());
  const inline = model?.tools ?? [];
  if (ids.length === 0) return { tools: inline, otherIds: [] };
  const rows = await findResources(store.db, orgId, { table: tool }, ids);
  const stored = new Map(rows.map((row) => [row.id, openRow(store, tool, row).config as CreateTool]));
  const handoffs = ids.filter((id) => isHandoff(stored.get(id)));
  const tools = handoffs.flatMap((id) => stored.get(id) ?? []);
  return { tools: [...tools, ...inline], otherIds: ids.filter((id) => !handoffs.includes(id)) };
}

async function findSquad(store: SealedDatabase, orgId: string, id: string): Promise<CreateSquad> {
  const row = await findResource(store.db, orgId, { table: squad }, id.toLowerCase());
  if (!row) throw new PlatformError("reference-missing", { field: "destination.squadId", what: "squad" });
  return CreateSquad.parse(openRow(store, squad, row).config);
}

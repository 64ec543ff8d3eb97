import {
  type AssistantOverrides,
  type CreateAssistant,
  type CreateSquad,
  type CreateTool,
  invalid,
  PlatformError,
} from "@callwright/contract";
import { parseVersionName, UNPUBLISHED } from "../../../platform/resource-kit/versions/version-names.ts";
import type { SealedDatabase } from "../../../platform/secrets/sealed-headers.ts";
import type { AgentConfig } from "../../tool/run/agents/agent-config.ts";
import { visitorTools } from "../../tool/run/visitor-tools.ts";
import { findAssistant, versions } from "../store.ts";
import { overrideAssistant, prependTools } from "./override-assistant.ts";
import type { UniqueNames } from "./unique-names.ts";

type Member = CreateSquad["members"][number];

export interface SquadOptions {
  /** Overrides for all members, applied after each member's own. */
  overrides?: AssistantOverrides | null | undefined;
  /** A visitor brought the squad. */
  isOfVisitor: boolean;
  /** A visitor brought `overrides`. */
  hasVisitorOverrides: boolean;
}

/** Agents of one squad, and the names by which its members call each other. */
export interface SquadAgents {
  agents: AgentConfig[];
  nameOf: ReadonlyMap<string, string>;
  variableValues: Record<string, unknown>;
}

/** The members of a squad with their overrides. Fails with `not-found` or `assistant-unpublished`. */
export async function squadAgents(
  store: SealedDatabase,
  orgId: string,
  { members, membersOverrides }: CreateSquad,
  { overrides, isOfVisitor, hasVisitorOverrides }: SquadOptions,
  names: UniqueNames,
): Promise<SquadAgents> {
  const nameOf = new Map<string, string>();
  const variableValues: Record<string, unknown> = {};
  const agents: AgentConfig[] = [];
  for (const [index, member] of members.entries()) {
    const found = await memberAssistant(store, orgId, member, index);
    const given = [member.assistantOverrides, membersOverrides, overrides];
    const assistant = given.reduce<CreateAssistant>(overrideAssistant, found.assistant);
    for (const each of given) Object.assign(variableValues, each?.variableValues);
    const wanted = assistant.name ?? `Assistant ${index + 1}`;
    const name = names.take(wanted);
    nameOf.set(wanted.toLowerCase(), nameOf.get(wanted.toLowerCase()) ?? name);
    const brought = visitorTools({
      isInline: isOfVisitor && found.assistantId === null,
      overrides: [
        ...(isOfVisitor ? [member.assistantOverrides, membersOverrides] : []),
        ...(hasVisitorOverrides ? [overrides] : []),
      ],
    });
    agents.push({
      name,
      assistantId: found.assistantId,
      ofVisitor: brought,
      ways: [],
      assistant: { ...prependTools(assistant, toTools(member.assistantDestinations ?? [])), name: wanted },
    });
  }
  return { agents, nameOf, variableValues };
}

async function memberAssistant(
  store: SealedDatabase,
  orgId: string,
  { assistant, assistantId, assistantVersion }: Member,
  index: number,
): Promise<{ assistant: CreateAssistant; assistantId: string | null }> {
  if (assistant && !assistantId) return { assistant, assistantId: null };
  const field = `squad.members.${index}`;
  if (!assistantId) throw invalid(`${field} must have an assistant or an assistantId`);
  return storedAssistant(store, orgId, assistantId, { version: assistantVersion, field });
}

/** Fails with `reference-missing` or `assistant-unpublished`. */
export async function storedAssistant(
  store: SealedDatabase,
  orgId: string,
  id: string,
  { version, field }: { version?: string | null | undefined; field: string },
): Promise<{ assistant: CreateAssistant; assistantId: string }> {
  const row = await findAssistant(store, orgId, id);
  if (!row) throw new PlatformError("reference-missing", { field: `${field}.assistantId`, what: "assistant" });
  if (row.latestVersion === UNPUBLISHED) throw new PlatformError("assistant-unpublished");
  if (!version) return { assistant: row.config, assistantId: row.id };
  const found = await versions.findVersion(store, orgId, row.id, parseVersionName(version) ?? 0);
  if (!found) throw new PlatformError("reference-missing", { field: `${field}.assistantVersion`, what: "version" });
  return { assistant: found.config, assistantId: row.id };
}

type Destination = NonNullable<Member["assistantDestinations"]>[number];

/** The destinations of a member are tools: one for its transfers and one for its handoffs. */
function toTools(destinations: readonly Destination[]): CreateTool[] {
  const isTransfer = (each: Destination) => "transferMode" in each || "message" in each;
  const transfers = destinations.filter(isTransfer);
  const handoffs = destinations.filter((each) => !isTransfer(each));
  return [
    ...(transfers.length > 0 ? [{ type: "transferCall", destinations: transfers } as CreateTool] : []),
    ...(handoffs.length > 0 ? [{ type: "handoff", destinations: handoffs } as CreateTool] : []),
  ];
}

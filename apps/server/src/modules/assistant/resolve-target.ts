import {
  type AssistantOverrides,
  type CreateAssistant,
  type CreateSquad,
  type CreateWorkflow,
  invalid,
  PlatformError,
  type WorkflowOverrides,
} from "@callwright/contract";
import { TARGET_KINDS } from "../../platform/capabilities/runnable.ts";
import { addedReferences, requireReferences } from "../../platform/resource-kit/references.ts";
import { UNPUBLISHED } from "../../platform/resource-kit/versions/version-names.ts";
import type { SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import type { TeamConfig } from "../tool/run/agents/agent-config.ts";
import { withCompliance } from "./effective-compliance.ts";
import { findAssistant } from "./store.ts";
import { overrideAssistant } from "./team/override-assistant.ts";
import { resolveTeam, withHandoffs } from "./team/resolve-team.ts";

/** How a request names who answers it. */
export interface TargetBody {
  assistantId?: string | undefined;
  assistant?: CreateAssistant | undefined;
  /** The stored assistant, squad or workflow that the inline one is a draft of. */
  draftOf?: string | undefined;
  assistantOverrides?: AssistantOverrides | undefined;
  squadId?: string | undefined;
  squad?: CreateSquad | undefined;
  squadOverrides?: AssistantOverrides | undefined;
  workflowId?: string | undefined;
  workflow?: CreateWorkflow | undefined;
  workflowOverrides?: WorkflowOverrides | undefined;
  /** The name of the agent that starts, in a squad or a workflow. */
  startAt?: string | undefined;
  /** The metadata of a call. */
  metadata?: Record<string, unknown> | undefined;
}

/** The agents that answer a call or a chat. */
export interface Target {
  /** Overrides are applied; variables are not inserted. A squad has its first member here, a workflow the fields that all nodes share. */
  assistant: CreateAssistant;
  /** Null for an inline assistant that is no draft, a squad and a workflow. */
  assistantId: string | null;
  /** Null for a draft, too. */
  assistantVersion: number | null;
  assistantOverrides: AssistantOverrides | null;
  /** Null for an assistant that has the conversation alone. */
  team: TeamConfig | null;
  variableValues: Record<string, unknown>;
}

/**
 * Finds the assistant, squad or workflow that a body names, and applies the body's own values: they replace top-level fields whole, and
 * `tools:append` adds to its model's tools. An assistant that hands over to others makes a team with them. Fails with `target-missing` (for
 * a chat `chat-target-missing`), `validation-failed` (two targets, no start, an unknown `startAt`), `reference-missing`, `not-found` or
 * `assistant-unpublished`.
 */
export async function resolveTarget(
  store: SealedDatabase,
  orgId: string,
  what: "call" | "chat",
  body: TargetBody,
  { isOfVisitor = false } = {},
): Promise<Target> {
  const named = TARGET_KINDS.filter((kind) => body[kind] !== undefined || body[`${kind}Id`] !== undefined);
  const [kind, other] = named;
  if (kind === undefined) throw new PlatformError(what === "chat" ? "chat-target-missing" : "target-missing");
  if (other !== undefined) throw invalid(`${kind} must not be given together with ${other}`);
  if (body[kind] !== undefined && body[`${kind}Id`] !== undefined)
    throw invalid(`${kind} must not be given together with ${kind}Id`);
  const { assistant, assistantOverrides, squad, squadOverrides, workflow } = body;
  await requireReferences(store.db, orgId, addedReferences({ assistant, assistantOverrides, squad, squadOverrides, workflow }));
  if (isOfVisitor) refuseVisitorCompliance(body);
  if (body.draftOf !== undefined) {
    if (isOfVisitor) throw invalid("draftOf must not be set with a public token");
    if (body[kind] === undefined) throw invalid(`draftOf needs the draft as ${kind}`);
  }
  if (kind !== "assistant") return withCompliance(store.db, orgId, await resolveTeam(store, orgId, body, { isOfVisitor }));
  if (body.startAt !== undefined) throw invalid("startAt needs a squad or a workflow");
  const target = await withHandoffs(store, orgId, await resolveAssistant(store, orgId, body), { isOfVisitor });
  return withCompliance(store.db, orgId, target);
}

/** Overrides replace plans, and a visitor must not turn off a plan that protects others. */
function refuseVisitorCompliance({ assistantOverrides, squadOverrides, squad }: TargetBody): void {
  const members = squad?.members.map((member) => member.assistantOverrides) ?? [];
  const given = [assistantOverrides, squadOverrides, squad?.membersOverrides, ...members];
  if (given.some((overrides) => overrides?.compliancePlan !== undefined))
    throw invalid("overrides with a public token must not have a compliancePlan");
}

async function resolveAssistant(
  store: SealedDatabase,
  orgId: string,
  { assistant, assistantId, assistantOverrides, draftOf }: TargetBody,
): Promise<Target> {
  const published = assistantId === undefined ? undefined : await findAssistant(store, orgId, assistantId);
  const base = assistant ?? published?.config;
  if (published?.latestVersion === UNPUBLISHED) throw new PlatformError("assistant-unpublished");
  if (!base) throw new PlatformError("not-found", { what: "Assistant" });
  const ofDraft = draftOf === undefined ? undefined : await findAssistant(store, orgId, draftOf);
  if (draftOf !== undefined && !ofDraft) throw new PlatformError("reference-missing", { field: "draftOf", what: "assistant" });
  return {
    assistant: overrideAssistant(base, assistantOverrides),
    assistantId: (published ?? ofDraft)?.id ?? null,
    assistantVersion: published?.latestVersion ?? null,
    assistantOverrides: assistantOverrides ?? null,
    team: null,
    variableValues: assistantOverrides?.variableValues ?? {},
  };
}

import { type AssistantOverrides, type CreateAssistant, type CreateTestRun, invalid, type TestSuite } from "@callwright/contract";
import { findResource } from "../../platform/resource-kit/resource-store.ts";
import type { SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import { resolveTarget, type Target, type TargetBody } from "../assistant/resolve-target.ts";
import { versions } from "../assistant/store.ts";
import { phoneNumber } from "../telephony/tables.ts";

type Tested = Pick<CreateTestRun, "assistant" | "assistantVersion"> & { overrides?: AssistantOverrides | undefined };

/** Finds the suite's target: its published version, another version, or a draft, with further overrides. Fails as `resolveTarget` does. */
export async function resolveTested(
  store: SealedDatabase,
  orgId: string,
  suite: TestSuite,
  { assistant: draft, assistantVersion: version, overrides }: Tested,
): Promise<Target> {
  const found = await namedTarget(store, orgId, suite);
  const named = overrides ? { ...found, assistantOverrides: { ...found.assistantOverrides, ...overrides } } : found;
  const { assistantId } = named;
  if (draft === undefined && version === undefined) return resolveTarget(store, orgId, "chat", named);
  const field = draft === undefined ? "assistantVersion" : "assistant";
  if (assistantId === undefined) throw invalid(`${field} needs a suite whose targetPlan names an assistant`);
  const assistant = draft ?? (await versionOf(store, orgId, assistantId, version ?? 0));
  const { assistantOverrides } = named;
  const target = await resolveTarget(store, orgId, "chat", { assistant, ...(assistantOverrides && { assistantOverrides }) });
  return { ...target, assistantId, assistantVersion: version ?? null };
}

async function namedTarget(
  store: SealedDatabase,
  orgId: string,
  { targetPlan, phoneNumberId, targetAssignments = [] }: TestSuite,
): Promise<TargetBody> {
  const number = targetPlan?.phoneNumberId ?? (targetPlan ? undefined : phoneNumberId);
  if (number !== undefined) return targetOfNumber(store, orgId, number);
  const [assigned, ...others] = targetAssignments;
  // What a suite of the hosted provider is for, if that is one thing.
  if (!targetPlan && assigned && others.length === 0)
    return assigned.targetType === "squad" ? { squadId: assigned.targetId } : { assistantId: assigned.targetId };
  const { assistantId, assistantOverrides, squadId, workflowId } = targetPlan ?? {};
  if ((assistantId ?? squadId ?? workflowId) === undefined)
    throw invalid("targetPlan must name an assistant, a squad, a workflow or a phone number of this organization");
  return { assistantId, assistantOverrides, squadId, workflowId };
}

/** The target of a phone number. */
async function targetOfNumber(store: SealedDatabase, orgId: string, id: string): Promise<TargetBody> {
  const row = await findResource(store.db, orgId, { table: phoneNumber }, id.toLowerCase());
  const { assistantId, squadId, workflowId } = (row?.config ?? {}) as TargetBody;
  if ((assistantId ?? squadId ?? workflowId) === undefined)
    throw invalid("targetPlan.phoneNumberId must be a number that an assistant, a squad or a workflow answers");
  return { assistantId, squadId, workflowId };
}

async function versionOf(store: SealedDatabase, orgId: string, assistantId: string, version: number): Promise<CreateAssistant> {
  const found = await versions.findVersion(store, orgId, assistantId.toLowerCase(), version);
  if (!found) throw invalid(`assistantVersion must be a published version; ${version} is none`);
  return found.config;
}

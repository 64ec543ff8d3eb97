import type { ArtifactPlan, CreateAssistant, Model, StructuredOutput } from "@callwright/contract";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { openRow } from "../../../platform/secrets/sealed-headers.ts";
import { structuredOutput } from "../../structured-output/tables.ts";
import type { CallRow } from "../api/store.ts";
import type { OutputTask } from "./analyze.ts";
import { type JudgeContext, openJudge } from "./open-judge.ts";

/** The parts of an output that say how it is made. */
export type OutputConfig = Pick<StructuredOutput, "name" | "type" | "regex" | "schema" | "description" | "conditions" | "model"> &
  Partial<Pick<StructuredOutput, "compliancePlan">>;

/** The structured outputs of a call: those that its assistant or workflow names or has inline, and those that name one of them. */
export async function outputTasksOf(
  context: JudgeContext,
  row: CallRow,
  assistant: CreateAssistant,
  plan: ArtifactPlan,
): Promise<OutputTask[]> {
  const inline = (plan.structuredOutputs ?? []).map((output) => ({ key: output.name, output: output as OutputConfig }));
  const stored = await listAttached(context, row, plan.structuredOutputIds ?? []);
  return Promise.all(
    [...stored, ...inline].map(({ key, output }) => toTask(context, { orgId: row.orgId, assistant }, key, output)),
  );
}

/** How a structured output is extracted from a call of this assistant. */
export async function toTask(
  context: JudgeContext,
  call: { orgId: string; assistant: CreateAssistant },
  key: string,
  { model, compliancePlan, ...output }: OutputConfig,
): Promise<OutputTask> {
  const messages = model?.messages;
  const judge = output.type === "regex" ? undefined : await openJudge(context, call, model as Model | undefined);
  const isKept = compliancePlan?.forceStoreOnHipaaEnabled ?? false;
  return { ...output, key, judge, isKept, ...(messages && messages.length > 0 && { messages }) };
}

async function listAttached(
  { db, secrets }: JudgeContext,
  { orgId, assistantId, details }: CallRow,
  named: readonly string[],
): Promise<{ key: string; output: OutputConfig }[]> {
  const members = (details.squad as { members?: { assistantId?: string }[] } | undefined)?.members ?? [];
  const assistants = [assistantId, ...members.map((member) => member.assistantId)].flatMap((id) => id?.toLowerCase() ?? []);
  const ids = named.map((id) => id.toLowerCase());
  const { id, config } = structuredOutput;
  const names = (field: "assistantIds" | "workflowIds", one: string) => sql`lower(${config} ->> ${field})::jsonb ? ${one}`;
  const rows = await db
    .select()
    .from(structuredOutput)
    .where(
      and(
        eq(structuredOutput.orgId, orgId),
        isNull(structuredOutput.deletedAt),
        or(
          inArray(id, ids),
          ...assistants.map((each) => names("assistantIds", each)),
          ...(details.workflowId === undefined ? [] : [names("workflowIds", details.workflowId.toLowerCase())]),
        ),
      ),
    )
    .orderBy(structuredOutput.createdAt, id);
  return rows.map((row) => {
    const opened = openRow({ secrets }, structuredOutput, row);
    return { key: opened.id, output: opened.config as OutputConfig };
  });
}

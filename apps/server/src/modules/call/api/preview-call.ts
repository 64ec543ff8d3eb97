import {
  ASSISTANT_DEFAULTS,
  type CallPreview,
  type ChosenPart,
  type CreateAssistant,
  expectedMinute,
  findPrice,
  modelNameOf,
  type PhoneNumber,
  PlatformError,
  type PreviewCall,
  type PreviewedAgent,
} from "@callwright/contract";
import { and, eq, sql } from "drizzle-orm";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { resolveTarget, type TargetBody } from "../../assistant/resolve-target.ts";
import { listPrices } from "../../cost/price-store.ts";
import { readNumber } from "../../do-not-call/read-number.ts";
import { isOnDoNotCallList } from "../../do-not-call/store.ts";
import { squad } from "../../squad/tables.ts";
import { phoneNumbers } from "../../telephony/numbers/service.ts";
import { workflow } from "../../workflow/tables.ts";
import { orgConcurrency } from "../runtime/admit-call.ts";
import { type PlaceContext, requireCallable, requireDialable } from "./phone-call.ts";

/** What `POST /call` would do with one customer. Fails only where the calling number is not found. */
export async function previewCall(
  context: PlaceContext,
  caller: OrgCaller,
  { phoneNumberId, customer, ...target }: PreviewCall,
): Promise<CallPreview> {
  const { orgId } = caller;
  const number = await phoneNumbers.get(context, caller, phoneNumberId);
  const read = readNumber(customer.number, customer.country ?? countryOf(number));
  const found = typeof read === "string" ? undefined : read;
  const { resolved, refusal } = await resolve(context, orgId, target);
  const { limit, inUse } = await orgConcurrency(context, orgId);
  const isOnList = found !== undefined && (await isOnDoNotCallList(context, orgId, found.number));
  const refused = async () => {
    if (typeof read === "string") return `The number ${read}.`;
    if (refusal !== undefined) return refusal;
    if (isOnList) return "This number is on the do-not-call list.";
    const dialed = { number: read.number };
    return refusalOf(async () => {
      requireCallable(context, number);
      await requireDialable(context, caller, { number, customer: dialed }, true);
      if (inUse >= limit) throw new PlatformError("at-capacity", { limit, scope: "of this organization", retryAfterSeconds: 10 });
    });
  };
  const problem = await refused();
  const assistant = resolved?.assistant;
  const agent = resolved && (await agentOf(context.db, orgId, target, resolved));
  return {
    ...(found && { number: found.number, isMobile: found.isMobile }),
    ...(found?.country !== undefined && { country: found.country }),
    timeZones: found?.timeZones ?? [],
    ...(agent && { agent }),
    isSilentFirst: assistant?.firstMessageMode === "assistant-waits-for-user",
    from: {
      ...(number.number !== undefined && { number: number.number }),
      ...(number.name !== undefined && { name: number.name }),
    },
    minute: await minuteOf(context.db, orgId, assistant && [assistant], [number.provider]),
    maxSeconds: assistant?.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds,
    recording: recordingOf(assistant),
    isOnDoNotCallList: isOnList,
    running: { calls: inUse, limit },
    ...(problem !== undefined && { problem }),
  };
}

/** A number without a country code is one of the calling number's country. */
function countryOf({ number }: PhoneNumber): string | undefined {
  const own = number === undefined ? undefined : readNumber(number);
  return typeof own === "object" ? own.country : undefined;
}

async function resolve(context: PlaceContext, orgId: string, target: TargetBody) {
  try {
    return { resolved: await resolveTarget(context, orgId, "call", target) };
  } catch (error) {
    return { refusal: sentenceOf(error) };
  }
}

async function refusalOf(attempt: () => Promise<void>): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return sentenceOf(error);
  }
}

/** Fails with errors that are no refusals. A field's name is no word of a sentence. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof PlatformError)) throw error;
  return (error.problems?.join("; ") ?? error.message).replace(/^customer\.number\b/, "The number");
}

type StoredTarget = Pick<TargetBody, "assistantId" | "squadId" | "workflowId">;

/** Names a stored agent. Undefined: the target names none. */
export async function agentOf(
  db: Database,
  orgId: string,
  { assistantId, squadId, workflowId }: StoredTarget,
  resolved: { assistant: CreateAssistant; assistantVersion: number | null } | undefined,
): Promise<PreviewedAgent | undefined> {
  if (assistantId !== undefined) {
    const { name } = resolved?.assistant ?? {};
    const version = resolved?.assistantVersion;
    return { kind: "assistant", ...(name !== undefined && { name }), ...(version != null && { version }) };
  }
  const [kind, table, id] =
    squadId === undefined ? (["workflow", workflow, workflowId] as const) : (["squad", squad, squadId] as const);
  if (id === undefined) return undefined;
  const [row] = await db
    .select({ name: sql<string | null>`${table.config} ->> 'name'` })
    .from(table)
    .where(and(eq(table.orgId, orgId), eq(table.id, id.toLowerCase())));
  return { kind, ...(row?.name != null && { name: row.name }) };
}

/** Whether a call with this agent is recorded, and whether only after consent. */
export function recordingOf({ artifactPlan, compliancePlan }: CreateAssistant = {}): CallPreview["recording"] {
  const isOn = artifactPlan?.recordingEnabled ?? ASSISTANT_DEFAULTS.artifactPlan.recordingEnabled;
  if (!isOn || privacyOf(compliancePlan) !== undefined) return "off";
  return compliancePlan?.recordingConsentPlan ? "afterConsent" : "on";
}

const PARTS = ["model", "voice", "transcriber"] as const;
/** What runs on this server costs nothing. */
const LOCAL = "callwright";

/** What a minute of a usual call is expected to cost with the dearest of these agents and numbers. */
export async function minuteOf(
  db: Database,
  orgId: string,
  assistants: readonly CreateAssistant[] = [],
  providers: readonly (string | null)[],
): Promise<CallPreview["minute"]> {
  const prices = await listPrices(db, orgId);
  const reports = assistants.map((assistant) => expectedMinute(partsOf(assistant), prices));
  const lines = providers.map((provider) =>
    provider === "simulated" || provider === null
      ? 0
      : findPrice(prices, { part: "telephone", provider, model: "outbound" }, "minute")?.usd,
  );
  const dearest = (costs: readonly number[]) => costs.reduce((most, cost) => Math.max(most, cost), 0);
  return {
    usd: dearest(reports.map(({ cost }) => cost)) + dearest(lines.map((usd) => usd ?? 0)),
    unknown: [
      ...(reports.some(({ costUnknown }) => costUnknown) ? (["agent"] as const) : []),
      ...(lines.includes(undefined) ? (["line"] as const) : []),
    ],
  };
}

function partsOf(assistant: CreateAssistant): ChosenPart[] {
  return PARTS.flatMap((part) => {
    const chosen = assistant[part];
    if (!chosen || chosen.provider === LOCAL) return [];
    const named = chosen as Parameters<typeof modelNameOf>[1];
    const model = part === "model" ? String(named.model) : modelNameOf(part, named);
    return [{ part, provider: chosen.provider, model }];
  });
}

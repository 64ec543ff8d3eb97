import {
  type CompliancePlan,
  type CreateAssistant,
  CreateTool,
  type HookEvent,
  PlatformError,
  type ToolCall,
  toolSecrets,
} from "@callwright/contract";
import { type AgentTool, DECLINE_TOOL_PLACE, type ToolRunner } from "@callwright/engine/conversation";
import { findOrg } from "../../../platform/auth/stores/orgs.ts";
import { organization } from "../../../platform/auth/tables.ts";
import { hookToolSupport } from "../../../platform/capabilities/supports.ts";
import { createBackgroundWrites } from "../../../platform/db/background-writes.ts";
import { openConfig } from "../../../platform/resource-kit/resource-service.ts";
import { findResources } from "../../../platform/resource-kit/resource-store.ts";
import { openRow } from "../../../platform/secrets/sealed-headers.ts";
import { type AskedMessage, storeAskedMessage } from "../../webhook/asked-message-store.ts";
import { tool } from "../tables.ts";
import { composeTools, refusedTools } from "./compose-tools.ts";
import { unavailableTool } from "./describe-tool.ts";
import { openModelKnowledge } from "./knowledge-tools.ts";
import { openTool } from "./open-tool.ts";
import { mockedOutcome, type TestedTools } from "./tested-tools.ts";
import { type EndedRun, placeOf, storeRun } from "./tool-runs.ts";
import { type RefusedTool, type ToolContext, type ToolScope, type ToolSource, withoutRun } from "./tool-source.ts";
import { traceRules } from "./trace-rules.ts";
import { NO_VISITOR_TOOLS, type VisitorTools } from "./visitor-tools.ts";

export interface ResolveToolsOptions {
  /**
   * The call, chat or session in which the tools run. Choose its id before it is stored: tools are resolved first, so that a mistake stores nothing.
   */
  conversation: ToolScope["conversation"];
  /** The stored assistant. Default: none. */
  assistantId?: string | null;
  /** Default: nothing is known. */
  describe?: ToolScope["describe"];
  /** Default: none. */
  ofVisitor?: VisitorTools;
  /** The hooks whose tools are needed. Default: none. */
  hookEvents?: readonly HookEvent[];
  /** The names of a team's agents. Default: the assistant is alone. */
  agentNames?: readonly string[];
  /** Default: the assistant is alone. */
  joinTeam?: ToolScope["joinTeam"];
  /** Default: there are none. */
  keysOf?: ToolScope["keysOf"];
  /** The plan of the whole conversation. Default: the assistant's. */
  compliancePlan?: CompliancePlan | undefined;
  /** Default: the conversation is no test. */
  test?: TestedTools | undefined;
}

/** The tools of one conversation. */
export interface ResolvedTools {
  /** The tools at the start. `runner.tools` has the current ones. */
  tools: AgentTool[];
  runner: ToolRunner;
  /** One tool for each `tool` action of the hooks, by the place of the action: `0.1` is the second action of the first hook. */
  ofHooks: ReadonlyMap<string, ToolRunner>;
  /** In a test, those that are not run without a mock; empty with `runsTools`. With those of hooks. */
  refused: RefusedTool[];
  /** Call it once, when the conversation is over. Never fails. */
  close(): Promise<void>;
}

/**
 * The tools of an assistant, from `model.tools` and `model.toolIds`, in this order, its knowledge base, and the tools of its hooks. Fails
 * with `reference-missing` for an id that is no tool or knowledge base of the organization.
 */
export async function resolveTools(
  context: ToolContext,
  orgId: string,
  assistant: CreateAssistant,
  {
    conversation,
    assistantId = null,
    describe = async () => ({}),
    ofVisitor = NO_VISITOR_TOOLS,
    hookEvents = [],
    agentNames = [],
    joinTeam,
    keysOf,
    compliancePlan = assistant.compliancePlan,
    test,
  }: ResolveToolsOptions,
): Promise<ResolvedTools> {
  const { db, log } = context;
  const inline = (assistant.model?.tools ?? []).map((each) => ({ tool: each, toolId: null }));
  const firstAppended = inline.length - ofVisitor.appended;
  const named = (assistant.model?.toolIds ?? []).map((id, index) => ({ id, field: `assistant.model.toolIds.${index}` }));
  const entries = [...inline, ...(await findTools(context, orgId, named))];
  const hookEntries = [
    ...(await hookTools(context, orgId, assistant, hookEvents)),
    ...(conversation.type === "call" ? await declineTool(context, orgId, assistant) : []),
  ];
  const org = entries.length + hookEntries.length > 0 ? await findOrg(db, orgId) : undefined;
  const orgServer = openRow(context, organization, org)?.fields.server;
  const writes = createBackgroundWrites(log);
  const where = placeOf(conversation);
  const { isPrivate, storableAsked, storableRun } = traceRules(compliancePlan);
  // Requests and runs of tests are not stored.
  const onAsked = (asked: AskedMessage) => {
    if (!test)
      writes.add("a request of a conversation", () =>
        storeAskedMessage(context, { orgId, assistantId, ...where }, storableAsked(asked)),
      );
  };
  const about = {
    context,
    orgId,
    assistant,
    assistantId,
    conversation,
    describe,
    orgServer,
    onAsked,
    isPrivate,
    agentNames,
    ...(joinTeam && { joinTeam }),
    ...(keysOf && { keysOf }),
    ...(test && { test }),
  };
  const ofOwner: ToolScope = { ...about, isOfOwner: true };
  const scopeOf = (isOfVisitor: boolean): ToolScope =>
    isOfVisitor ? { ...about, orgServer: undefined, isOfOwner: false } : ofOwner;
  const { model } = assistant;
  const openedForHooks = await Promise.allSettled(
    hookEntries.map(async ({ at, entry }) => ({
      at,
      source: await openHookTool(entry.tool, scopeOf(ofVisitor.hooks)),
      toolId: entry.toolId,
    })),
  );
  const opened = await Promise.allSettled([
    ...entries.map(async (each, index) => {
      const isAppended = index >= firstAppended && index < inline.length;
      return [{ source: await openTool(each.tool, scopeOf(ofVisitor.model || isAppended)), toolId: each.toolId }];
    }),
    ...(model
      ? [openModelKnowledge(model, scopeOf(ofVisitor.model)).then((found) => found.map((source) => ({ source, toolId: null })))]
      : []),
  ]);
  const sources = opened.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const hookSources = openedForHooks.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const close = async () => {
    const closed = await Promise.allSettled([...sources, ...hookSources].map(({ source }) => source.close?.()));
    for (const each of closed) if (each.status === "rejected") log.warn({ err: each.reason }, "a tool could not be closed");
    await writes.settled();
  };
  const failed = [...opened, ...openedForHooks].find((each) => each.status === "rejected");
  if (failed) {
    await close();
    throw failed.reason;
  }
  const onRun = (run: EndedRun) => {
    if (!test && !isPrivate) writes.add("the run of a tool", () => storeRun(context, { orgId, ...where }, storableRun(run)));
  };
  const mocked = test && ((call: ToolCall) => mockedOutcome(test, call));
  const options = { log, now: context.now, onRun, mocked };
  const runner = composeTools(sources, options);
  const ofHooks = new Map(hookSources.map(({ at, ...entry }) => [at, composeTools([entry], options)]));
  const refused = [refusedTools(sources), ...hookSources.map((entry) => refusedTools([entry]))].flat();
  return { tools: [...runner.tools], runner, ofHooks, refused, close };
}

interface ToolEntry {
  tool: CreateTool;
  /** Null for an inline tool of an assistant. */
  toolId: string | null;
}

/** The tools of the hooks' actions, each with its position. */
async function hookTools(
  context: ToolContext,
  orgId: string,
  { hooks = [] }: CreateAssistant,
  events: readonly HookEvent[],
): Promise<{ at: string; entry: ToolEntry }[]> {
  const found = hooks.map(async (hook, index) => {
    if (!(events as readonly string[]).includes(hook.on)) return [];
    const entries = hook.do.map(async (action, position) => {
      if (action.type !== "tool") return [];
      const at = `${index}.${position}`;
      if (action.tool) return [{ at, entry: { tool: action.tool, toolId: null } }];
      const field = `assistant.hooks.${index}.do.${position}.toolId`;
      const stored = await findTools(context, orgId, action.toolId === undefined ? [] : [{ id: action.toolId, field }]);
      return stored.map((entry) => ({ at, entry }));
    });
    return (await Promise.all(entries)).flat();
  });
  return (await Promise.all(found)).flat();
}

/** The tool that runs if the caller refuses the recording. */
async function declineTool(context: ToolContext, orgId: string, { compliancePlan }: CreateAssistant) {
  const plan = compliancePlan?.recordingConsentPlan;
  if (plan?.type !== "verbal") return [];
  const at = DECLINE_TOOL_PLACE;
  if (plan.declineTool) return [{ at, entry: { tool: CreateTool.parse(plan.declineTool), toolId: null } }];
  const field = "assistant.compliancePlan.recordingConsentPlan.declineToolId";
  const stored = await findTools(context, orgId, plan.declineToolId === undefined ? [] : [{ id: plan.declineToolId, field }]);
  return stored.map((entry) => ({ at, entry }));
}

/** In the order of the ids. */
async function findTools(
  context: ToolContext,
  orgId: string,
  named: readonly { id: string; field: string }[],
): Promise<ToolEntry[]> {
  const ids = named.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await findResources(context.db, orgId, { table: tool }, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return named.map(({ id: given, field }) => {
    const id = given.toLowerCase();
    const row = byId.get(id);
    if (!row) throw new PlatformError("reference-missing", { field, what: "tool" });
    return { tool: CreateTool.parse(openConfig(context, tool, row, toolSecrets(row.config))), toolId: id };
  });
}

/** The tool of a hook's action. A tool that hooks cannot run becomes unavailable, and the events of the call say so. */
async function openHookTool(tool: CreateTool, scope: ToolScope): Promise<ToolSource> {
  const { state, reason = "" } = hookToolSupport(tool.type);
  if (state === "ready") return openTool(tool, scope);
  return withoutRun({ ...unavailableTool(tool), reason });
}

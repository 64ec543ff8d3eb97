import type { CallType, ServerTarget } from "@callwright/contract";
import { CALL_HOOK_EVENTS, showsVideo } from "@callwright/engine/conversation";
import { present } from "../../../platform/db/present.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { requireRunnable, tellOwners } from "../../assistant/require-runnable.ts";
import { resolveTarget, type Target, type TargetBody } from "../../assistant/resolve-target.ts";
import { assistantsOf } from "../../assistant/team/assistants-of.ts";
import { openAgents } from "../../assistant/team/open-agents.ts";
import { requireBudget } from "../../cost/spending.ts";
import type { OrgKeys } from "../../credential/provider-keys.ts";
import type { Texter } from "../../telephony/numbers/texter.ts";
import type { TestedTools } from "../../tool/run/tested-tools.ts";
import type { ToolContext, ToolPhone } from "../../tool/run/tool-source.ts";
import { partiesOf } from "../describe-call.ts";
import type { CallRequest } from "../runtime/call-request.ts";
import type { CallService } from "../runtime/call-service.ts";
import type { OpenTools } from "../runtime/call-tools.ts";
import type { AskEndpointing } from "../runtime/hosted-call.ts";
import { type CallRow, findCallRow, type NewCallRow } from "../runtime/lifecycle-store.ts";
import type { CallDetails } from "../tables.ts";
import { openEndpointing } from "./open-endpointing.ts";
import { ownServerProofs } from "./own-server-proofs.ts";

/** What the start of a call uses. */
export interface StartContext
  extends Pick<
    ServerContext,
    "blobs" | "codeRuns" | "config" | "db" | "embeddings" | "localSpeech" | "log" | "network" | "newId" | "now" | "secrets"
  > {
  calls: CallService;
}

export interface StartOptions
  extends Pick<
    CallRequest,
    | "callerMayReturn"
    | "claim"
    | "dialOperator"
    | "id"
    | "onEvents"
    | "opening"
    | "phone"
    | "simulatedCaller"
    | "visitor"
    | "wasScheduled"
  > {
  type: CallType;
  name?: string | undefined;
  details?: NewCallRow["details"];
  /** The server of a phone call's number. */
  phoneServer?: ServerTarget | undefined;
  /** Present for a phone call whose number can send texts. */
  texter?: Texter | undefined;
  /** Present for a test's call: how its tools behave. */
  test?: TestedTools;
}

/** `secret` opens the room of the call. `showsVideo`: one of its voices shows a picture. */
export interface StartedCall {
  row: CallRow;
  secret: string;
  showsVideo: boolean;
}

/** Stores a call with the agent that the body names, and places it on a host. Fails as `resolveTarget` and `CallService.create` do. */
export async function startCall(
  context: StartContext,
  caller: OrgCaller,
  body: TargetBody,
  options: StartOptions,
): Promise<StartedCall> {
  await requireBudget(context.db, caller, context.now());
  const target = await resolveTarget(context, caller.orgId, "call", body, { isOfVisitor: options.visitor != null });
  const details = { ...options.details, ...withMetadata(body) };
  return startResolvedCall(context, caller, target, { ...options, details });
}

/** As `startCall`, with a target that is resolved already, and without a check of the spending limit. */
export async function startResolvedCall(
  context: StartContext,
  caller: OrgCaller,
  resolved: Target,
  { type, name, details, visitor, phoneServer, texter, test, ...request }: StartOptions,
): Promise<StartedCall> {
  const { orgId } = caller;
  const { assistant, variableValues, team: _, ...target } = resolved;
  const orgKeys = await callKeys(context, caller, resolved);
  const created = await context.calls.create({
    ...request,
    orgId,
    assistant,
    orgKeys,
    variableValues,
    visitor: visitor ?? null,
    openTools: (callId) =>
      openCallTools(context, caller, resolved, {
        callId,
        test,
        phone: hasTelephone(type)
          ? { server: phoneServer, texter, sendSip: (request) => context.calls.phones.sendSip(callId, request) }
          : undefined,
      }),
    openEndpointing: async (callId) =>
      test && !test.runsTools ? NOT_ASKED : openEndpointing(context, caller, { assistant, ...target, phoneServer }, callId),
    fields: callFields(resolved, { type, name, details }),
  });
  return { ...created, showsVideo: showsVideo(assistantsOf(resolved), { fakes: context.config.fakeProviders }) };
}

/** Adds the metadata by which the call's creator finds it again. */
export const withMetadata = ({ metadata }: TargetBody): Pick<CallDetails, "metadata"> => (metadata ? { metadata } : {});

/** The keys of every agent's parts, once it is sure that the call can start. */
export async function callKeys(
  context: Omit<StartContext, "calls">,
  caller: OrgCaller,
  { assistant, team }: Target,
): Promise<OrgKeys> {
  const keys: OrgKeys = {};
  // For a workflow: the plans of the whole call.
  await requireRunnable(context, caller, assistant, []);
  for (const each of assistantsOf({ assistant, team })) {
    Object.assign(keys, await requireRunnable(context, caller, each, ["model", "voice", "transcriber"]));
    Object.assign(keys, await tellOwners(caller, () => ownServerProofs(context, caller.orgId, each)));
  }
  return keys;
}

const hasTelephone = (type: CallType) => type === "inboundPhoneCall" || type === "outboundPhoneCall";

/** A test's call asks no server outside. The call's own model decides, as after a failure. */
const NOT_ASKED: AskEndpointing = async () => ({ problem: "This is a test, and its endpointing server is not asked." });

/** The columns that identify the call. */
export function callFields(
  { assistant: _, variableValues: __, team, ...target }: Target,
  { type, name, details }: Pick<StartOptions, "type" | "name" | "details">,
): CallRequest["fields"] {
  // The stored copy explains the call after the squad or the workflow has changed.
  const { squadId, squadVersion, squad, workflowId, workflowVersion, workflow } = team ?? {};
  const called = present({ squadId, squadVersion, squad, workflowId, workflowVersion, workflow });
  const known = { ...called, ...details };
  return { ...target, ...(name !== undefined && { name }), details: known, type };
}

interface CalledFor {
  callId: string;
  /** Undefined for a web call. */
  phone: ToolPhone | undefined;
  /** Present for a test's call: how its tools behave. */
  test: TestedTools | undefined;
}

/** The tools of a call that is about to be stored. Fails as `openAgents` does. */
async function openCallTools(
  context: Parameters<typeof openAgents>[0],
  caller: Pick<OrgCaller, "orgId" | "tag">,
  target: Parameters<typeof openAgents>[2],
  { callId, phone, test }: CalledFor,
): Promise<OpenTools> {
  const { tools, team } = await openAgents(context, caller, target, {
    conversation: { type: "call", id: callId, ...(phone && { phone }) },
    describe: () => describeCallToTool(context, callId),
    hookEvents: CALL_HOOK_EVENTS,
    isOfVisitor: caller.tag === "public",
    parts: ["model", "voice", "transcriber"],
    ...(test && { test }),
  });
  return { ...tools, ...(team && { team }) };
}

/** Fields of a `tool-calls` message about the call. */
async function describeCallToTool(context: ToolContext, callId: string): Promise<Record<string, unknown>> {
  const row = await findCallRow(context.db, callId);
  return row ? partiesOf(context, row) : {};
}

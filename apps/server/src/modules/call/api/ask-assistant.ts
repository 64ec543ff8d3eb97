import {
  AssistantOverrides,
  CreateAssistant,
  CreateSquad,
  CreateWorkflow,
  ENDED_REASONS,
  Id,
  PhoneDestination,
  type PhoneNumber,
  readWritten,
  type ServerTarget,
  timeLimit,
  WorkflowOverrides,
} from "@callwright/contract";
import { z } from "zod";
import type { TargetBody } from "../../assistant/resolve-target.ts";
import { askServer } from "../../tool/run/ask-server.ts";
import { hasAddress, type ReachableServer } from "../../tool/run/function-tool.ts";
import { parseReply } from "../../tool/run/read-results.ts";
import type { ToolContext } from "../../tool/run/tool-source.ts";
import { type AskedMessage, storeAskedMessage } from "../../webhook/asked-message-store.ts";
import { findOrgServer } from "../../webhook/compose-message.ts";
import { findNumberServer } from "../../webhook/find-number-server.ts";

/** The platform waits this long, even if the server's own timeout is longer: a phone rings meanwhile. */
const ASSISTANT_REQUEST_MS = 7_500;

/** What a server may answer. `error` wins over all, then `destination`. */
const Reply = z.looseObject({
  error: z.unknown().optional(),
  destination: PhoneDestination.nullish(),
  assistantId: Id.nullish(),
  assistant: CreateAssistant.nullish(),
  assistantOverrides: AssistantOverrides.nullish(),
  squadId: Id.nullish(),
  squad: CreateSquad.nullish(),
  squadOverrides: AssistantOverrides.nullish(),
  workflowId: Id.nullish(),
  workflow: CreateWorkflow.nullish(),
  workflowOverrides: WorkflowOverrides.nullish(),
});

/** Who answers a call, as a server has decided. */
export type AnsweredBy =
  | { target: TargetBody }
  | { destination: PhoneDestination }
  /** The caller hears it. */
  | { error: string }
  /** Nobody answers the call. */
  | { endedReason: string };

export interface IncomingFacts {
  callId: string;
  orgId: string;
  from: string;
  to: PhoneNumber;
}

/** Asks the server of the number, else the organization's, who answers. Undefined: there is no server. */
export async function askAssistant(context: ToolContext, call: IncomingFacts) {
  const { callId, orgId, to } = call;
  const ofNumber = await findNumberServer(context, orgId, to.id);
  const server = ofNumber ?? (await findOrgServer(context, orgId));
  if (!hasAddress(server)) return undefined;
  const asked: AskedMessage[] = [];
  const answer = await ask(context, call, { server, target: ofNumber ? "phone-number" : "org" }, (message) =>
    asked.push(message),
  );
  const keep = async () => {
    for (const message of asked) await storeAskedMessage(context, { orgId, assistantId: null, callId }, message);
  };
  return { answer, keep };
}

async function ask(
  context: ToolContext,
  call: IncomingFacts,
  { server, target }: { server: ReachableServer; target: "phone-number" | "org" },
  onAsked: (message: AskedMessage) => void,
): Promise<AnsweredBy> {
  let reply: unknown;
  const scope = {
    context,
    orgId: call.orgId,
    assistant: {},
    conversation: { type: "call" as const, id: call.callId },
    assistantId: null,
    describe: async () => describeIncoming(context, call),
    orgServer: undefined,
    onAsked,
    isPrivate: false,
    isOfOwner: true,
  };
  const outcome = await askServer(
    scope,
    {
      type: "assistant-request",
      target,
      server: inTime(server),
      build: () => ({ headers: (server.headers ?? {}) as Record<string, string>, fields: {} }),
      read: ({ status, text }) => {
        const isGood = status >= 200 && status <= 299;
        if (isGood) reply = parseReply(text)?.value;
        return { result: `The server answered with status ${status}.`, failed: !isGood };
      },
    },
    timeLimit(ASSISTANT_REQUEST_MS),
  );
  return outcome.failed ? { endedReason: ENDED_REASONS.assistantRequestFailed } : read(reply);
}

/** One attempt, within the platform's time. */
function inTime({ backoffPlan: _, ...server }: ReachableServer): ReachableServer {
  const maxSeconds = ASSISTANT_REQUEST_MS / 1000;
  return { ...server, timeoutSeconds: Math.min(server.timeoutSeconds ?? maxSeconds, maxSeconds) };
}

function describeIncoming({ now }: ToolContext, { callId: id, orgId, from, to }: IncomingFacts): Record<string, unknown> {
  const { server: _server, ...phoneNumber } = to as PhoneNumber & { server?: ServerTarget };
  const at = now().toISOString();
  const customer = { number: from };
  const times = { createdAt: at, updatedAt: at };
  const call = { id, orgId, type: "inboundPhoneCall", status: "ringing", customer, phoneNumberId: to.id, ...times };
  return { call, customer, phoneNumber };
}

function read(value: unknown): AnsweredBy {
  const error = typeof value === "object" && value !== null && "error" in value ? value.error : undefined;
  if (typeof error === "string" && error.trim() !== "") return { error };
  if (error !== undefined && error !== null && error !== "")
    return { endedReason: ENDED_REASONS.assistantRequestUnspeakableError };
  const written = readWritten(Reply, value);
  if (!written.ok) return { endedReason: ENDED_REASONS.assistantRequestInvalid };
  const { destination, ...named } = written.value;
  if (destination) return { destination };
  const { error: _error, ...fields } = named;
  const target = Object.fromEntries(Object.entries(fields).filter(([, field]) => field != null)) as TargetBody;
  const { assistantId, assistant, squadId, squad, workflowId, workflow } = target;
  const hasTarget = [assistantId, assistant, squadId, squad, workflowId, workflow].some((each) => each !== undefined);
  return hasTarget ? { target } : { endedReason: ENDED_REASONS.assistantRequestEmpty };
}

import { readJson } from "@callwright/contract";
import { z } from "zod";
import { askOutside } from "../../../platform/net/ask-outside.ts";
import { failureDetail } from "../../../platform/net/host-failure.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { readCall, type TracedCall } from "../../../platform/telemetry/read-call.ts";
import { retry } from "../../credential/outgoing/retry-request.ts";
import { findNewestCredential } from "../../credential/provider-keys.ts";
import { type CallJob, noteFailure } from "../runtime/call-reports.ts";
import { encodeTrace } from "./encode-trace.ts";

const PATH = "/api/public/otel/v1/traces";
const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 2_000;
const DETAIL_MAX_CHARACTERS = 200;
/** About a minute in total. */
const BACKOFF = {
  type: "exponential" as const,
  maxRetries: 4,
  baseDelaySeconds: 4,
  // A retry would fail in the same way.
  excludedStatusCodes: [400, 401, 403, 404, 405, 413],
};

/**
 * Sends the trace of an ended call to the organization's Langfuse, as its assistant's `observabilityPlan` says. Idempotent. A failure is stored as an
 * event of the call and logged.
 */
export async function sendTrace(context: ServerContext, { callId }: CallJob, signal: AbortSignal): Promise<void> {
  const found = await readCall(context.db, callId);
  const plan = found?.assistant.observabilityPlan;
  if (!found || !plan) return;
  const problem = await send(context, found, plan, signal);
  signal.throwIfAborted();
  if (problem === undefined) return;
  context.log.warn({ callId, orgId: found.orgId, problem }, "the trace of a call could not be sent to Langfuse");
  const failure = { part: "trace" as const, provider: "langfuse", message: problem };
  await context.db.transaction((tx) => noteFailure(tx, callId, failure, context.now()));
}

/** What went wrong, as a sentence without the key. */
async function send(
  context: ServerContext,
  found: TracedCall,
  plan: NonNullable<TracedCall["assistant"]["observabilityPlan"]>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { network, now } = context;
  const credential = await findNewestCredential(context, found.orgId, "langfuse", found.assistant);
  if (!credential) return "The organization has no Langfuse credential. Add one under Credentials.";
  const { publicKey, apiKey, apiUrl } = credential as Record<"publicKey" | "apiKey" | "apiUrl", string>;
  const url = new URL(`${apiUrl.replace(/\/+$/, "")}${PATH}`);
  const headers = {
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from(`${publicKey}:${apiKey}`).toString("base64")}`,
    "x-langfuse-ingestion-version": "4",
  };
  const rest = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES, signal };
  for (const body of await encodeTrace(found, plan, context)) {
    try {
      const answer = await retry({
        backoffPlan: BACKOFF,
        signal,
        now,
        send: () => askOutside(network, { method: "POST", url, headers, body, ...rest }),
        retryAfterOf: (each) => each.headers["retry-after"],
      });
      if (answer.status >= 300) return refusalOf(answer, apiKey);
      const rejected = rejectedOf(answer.text);
      if (rejected !== undefined) return `Langfuse took a part of the trace only.${quoted(rejected, apiKey)}`;
    } catch (error) {
      return `Langfuse could not be reached at ${url.host}: ${failureDetail(error)}.`;
    }
  }
  return undefined;
}

function refusalOf({ status, text }: { status: number; text: string }, key: string): string {
  const what = status === 401 || status === 403 ? "refuses the key" : `answered with status ${status}`;
  return `Langfuse ${what}.${quoted(text, key)}`;
}

function quoted(text: string, key: string): string {
  const said = text.replaceAll(key, "[key]").replace(/\s+/g, " ").trim().slice(0, DETAIL_MAX_CHARACTERS);
  return said === "" ? "" : ` It said: ${said}`;
}

const PartialSuccess = z.object({
  partialSuccess: z.object({ rejectedSpans: z.coerce.number(), errorMessage: z.string().default("") }),
});

/** Why spans were rejected (OTLP, "Partial Success"). Undefined: all were taken. */
function rejectedOf(text: string): string | undefined {
  const answer = PartialSuccess.safeParse(readJson(text));
  return answer.success && answer.data.partialSuccess.rejectedSpans > 0 ? answer.data.partialSuccess.errorMessage : undefined;
}

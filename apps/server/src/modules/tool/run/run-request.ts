import { PlatformError, SERVER_TIMEOUT_SECONDS } from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";
import type { ToolOutcome } from "@callwright/engine/conversation";
import type { OutsideAnswer } from "../../../platform/net/ask-outside.ts";
import { failureDetail } from "../../../platform/net/host-failure.ts";
import { type RetriedRequest, retryRequest } from "../../credential/outgoing/retry-request.ts";
import { TemplateError } from "./render-values.ts";
import { ToolRequestError } from "./request-address.ts";
import { failed, type ToolContext } from "./tool-source.ts";

/** Sends the request of a tool, by `send` where it is given. Why there is no whole answer is an outcome: a sentence for the model. */
export async function runRequest(
  { context, orgId }: { context: ToolContext; orgId: string },
  build: () => RetriedRequest | Promise<RetriedRequest>,
  read: (answer: OutsideAnswer) => ToolOutcome,
  signal: AbortSignal,
  send = (request: RetriedRequest) => retryRequest({ ...context, signal }, orgId, request),
): Promise<ToolOutcome> {
  try {
    const request = await build();
    const answer = await send(request);
    if (answer.isCut) return failed(`The answer has more than ${request.maxBytes / 1024 / 1024} MB.`);
    return read(answer);
  } catch (cause) {
    return failed(failureSentence(cause));
  }
}

/** The time of one attempt. */
export function timeoutMsOf({
  timeoutSeconds = SERVER_TIMEOUT_SECONDS.default,
}: {
  timeoutSeconds?: number | undefined;
}): number {
  return timeoutSeconds * 1000;
}

/** Why a request failed, for the model. */
export function failureSentence(cause: unknown): string {
  if (cause instanceof PlatformError) return `The request was not sent. ${cause.message}`;
  if (cause instanceof TemplateError || cause instanceof ToolRequestError) return `The request was not sent: ${cause.message}.`;
  if (cause instanceof PrivateAddressError) return "The request was refused: its address is private.";
  return `The request failed: ${failureDetail(cause)}.`;
}

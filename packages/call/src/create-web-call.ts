import type { AssistantOverrides, Call, CreateAssistant, CreateWebCall, ErrorBody } from "@callwright/contract";
import { CallFailure } from "./call-failure.ts";

/** The agent of a call: an id or an inline definition. */
export interface CallTarget {
  assistant?: CreateAssistant | string;
  assistantOverrides?: AssistantOverrides;
  squad?: Record<string, unknown> | string;
  workflow?: Record<string, unknown> | string;
  workflowOverrides?: Record<string, unknown>;
}

export interface StartOptions {
  /** Default true: the call ends when the caller leaves. */
  roomDeleteOnUserLeaveEnabled?: boolean;
  /** Name of the squad's member or the workflow's node with which the call starts. Default: the first one. */
  startAt?: string;
  /** Id of the stored assistant, squad or workflow that the inline one is a draft of. The call belongs to it. */
  draftOf?: string;
}

/** The request body. A string is an id, an object is an inline definition, which the server validates. */
export function webCallBody(target: CallTarget, options: StartOptions = {}): CreateWebCall {
  const { assistant, squad, workflow } = target;
  return {
    ...(typeof assistant === "string" ? { assistantId: assistant } : { assistant }),
    ...(typeof squad === "string" ? { squadId: squad } : { squad: squad as CreateWebCall["squad"] }),
    ...(typeof workflow === "string" ? { workflowId: workflow } : { workflow: workflow as CreateWebCall["workflow"] }),
    assistantOverrides: target.assistantOverrides,
    workflowOverrides: target.workflowOverrides,
    ...options,
  };
}

/** The fields of a call that joining needs. */
export type JoinableCall = Partial<Pick<Call, "id" | "artifactPlan" | "assistant" | "transport">> & { webCallUrl: string };

/** A call with the URL of its room. */
export type CreatedCall = Call & { webCallUrl: string };

export interface WebCallRequest {
  fetch: typeof fetch;
  apiBaseUrl: string;
  apiToken: string;
  body: CreateWebCall;
}

/**
 * POST /call/web. Rejects with the API's code and message, or `server-unreachable`. It cannot be canceled, because the server may
 * have created the call, and only its response has the room to release.
 */
export async function createWebCall({ fetch, apiBaseUrl, apiToken, body }: WebCallRequest): Promise<CreatedCall> {
  const response = await fetch(`${apiBaseUrl.replace(/\/+$/, "")}/call/web`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${apiToken}` },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new CallFailure("server-unreachable", "The server cannot be reached. Check the network and try again.", { cause });
  });
  if (!response.ok) throw await refusalOf(response);
  const call: Call = await response.json();
  const webCallUrl = call.webCallUrl ?? call.transport?.callUrl;
  if (!webCallUrl) throw new CallFailure("server-refused", "The server's response has no room URL.");
  return { ...call, webCallUrl };
}

/**
 * The API's error as a failure. Its details are the response's status and body: `message` of a body can be a list, with an entry for each
 * problem. Other responses, for example from a proxy, are described by their status.
 */
export async function refusalOf(response: Response): Promise<CallFailure> {
  const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
  const message = Array.isArray(body.message) ? body.message.join(" ") : body.message;
  return new CallFailure(body.code ?? "server-refused", message ?? `The server responded with ${response.status}.`, {
    details: { status: response.status, body },
  });
}

import type { AssistantOverrides, Call, CreateAssistant, CreateWebCall, ErrorBody } from "@callwright/contract";
import { CallFailure } from "./call-failure.ts";

/** What a call can be held with: an id, or the thing itself. */
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
}

/** The body of the creation: a string is an id, an object is an inline definition, which the server checks. */
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

/** What joining a call needs of it. */
export type JoinableCall = Partial<Pick<Call, "id" | "artifactPlan" | "assistant" | "transport">> & { webCallUrl: string };

/** A call with the address of the room it is held in. */
export type CreatedCall = Call & { webCallUrl: string };

export interface WebCallRequest {
  fetch: typeof fetch;
  apiBaseUrl: string;
  apiToken: string;
  body: CreateWebCall;
}

/**
 * POST /call/web. Fails with the platform's own code and sentence, or `server-unreachable`. It cannot be called off: the server may
 * have made the call by then, and only its answer tells which room to give back.
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
  if (!webCallUrl) throw new CallFailure("server-refused", "The server answered without the address of a room.");
  return { ...call, webCallUrl };
}

/** The platform's error body as a failure; whatever else answers (a proxy, say) by its status. */
export async function refusalOf(response: Response): Promise<CallFailure> {
  const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
  const message = Array.isArray(body.message) ? body.message.join(" ") : body.message;
  return new CallFailure(body.code ?? "server-refused", message ?? `The server answered ${response.status}.`);
}

import { type JsonSchema, PlatformError, type Tool } from "@callwright/contract";
import { createTemplateRenderer } from "@callwright/engine/conversation";

export interface ToolRequest {
  method: string;
  url: URL;
  /** As the tool has them. */
  headers: Record<string, string>;
  /** JSON; empty for a request without one. */
  body: string;
  credentialId: string | undefined;
  timeoutMs: number;
}

type Arguments = Record<string, unknown>;
type Kind<Type extends Tool["type"]> = Extract<Tool, { type: Type }>;

interface RequestContext {
  now: () => Date;
  newId: () => string;
}

const DEFAULT_TIMEOUT_SECONDS = 20;
const WITHOUT_BODY = ["GET", "DELETE"];

/** What a call would send when its model calls this tool with these arguments. Fails with `tool-not-testable`. */
export function toolRequest(context: RequestContext, tool: Tool, chosen: Arguments): ToolRequest {
  if (tool.type === "function") return functionRequest(context, tool, withFixed(chosen, tool.parameters));
  if (tool.type === "apiRequest") return apiRequest(context, tool, withFixed(chosen, tool.parameters));
  throw notTestable(`a tool of type '${tool.type}' sends no request of its own`);
}

/** Those that the model does not choose win. */
function withFixed(chosen: Arguments, fixed: { key: string; value?: unknown }[] = []): Arguments {
  return { ...chosen, ...Object.fromEntries(fixed.map(({ key, value }) => [key, value])) };
}

function functionRequest({ now, newId }: RequestContext, tool: Kind<"function">, args: Arguments): ToolRequest {
  const { server } = tool;
  if (server?.url === undefined)
    throw notTestable("it names no server: it is answered by the assistant's server, or by the page");
  requireUnencrypted(server.encryptedPaths);
  const toolCall = { id: newId(), type: "function", function: { name: tool.function?.name ?? "", arguments: args } };
  const message = {
    timestamp: now().getTime(),
    type: "tool-calls",
    toolCallList: [toolCall],
    toolWithToolCallList: [{ ...tool, toolCall }],
  };
  return {
    method: "POST",
    url: requestUrl(server.url),
    headers: server.headers ?? {},
    body: JSON.stringify({ message }),
    credentialId: server.credentialId,
    timeoutMs: (server.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
  };
}

function apiRequest({ now }: RequestContext, tool: Kind<"apiRequest">, args: Arguments): ToolRequest {
  requireUnencrypted(tool.encryptedPaths);
  const render = createTemplateRenderer({ variableValues: args, now });
  const headers = Object.entries(fixedValues(tool.headers)).map(([name, value]) => [name, render(String(value), name)]);
  const body = { ...fixedValues(tool.body), ...args };
  return {
    method: tool.method,
    url: requestUrl(render(tool.url, "url")),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: WITHOUT_BODY.includes(tool.method) ? "" : JSON.stringify(body),
    credentialId: tool.credentialId,
    timeoutMs: (tool.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
  };
}

/** What a schema itself says of its fields: `value`, else `default`. */
function fixedValues(schema: JsonSchema | undefined): Arguments {
  const fields = Object.entries(schema?.properties ?? {}).map(([name, field]) => [name, field.value ?? field.default]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Arguments;
}

function requestUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") throw notTestable("its URL is none of http or https");
  return url;
}

function requireUnencrypted(paths: readonly string[] = []): void {
  if (paths.length > 0) throw notTestable("its fields are to be sent encrypted, which a test does not do");
}

function notTestable(reason: string): PlatformError {
  return new PlatformError("tool-not-testable", { reason });
}

import { TOOL_ANSWER_MAX_BYTES } from "@callwright/contract";
import { hideSecrets } from "@callwright/engine";
import type { AgentTool, ToolOutcome } from "@callwright/engine/conversation";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { longestMs } from "../../credential/outgoing/retry-request.ts";
import { signedFetch } from "../../credential/outgoing/signed-fetch.ts";
import { describeTool, NAME_MAX_CHARACTERS, unavailableTool } from "./describe-tool.ts";
import { hasAddress, type ReachableServer } from "./function-tool.ts";
import { McpConnection } from "./mcp-connection.ts";
import { mcpFetch } from "./mcp-fetch.ts";
import { requestUrl, requireUnencrypted } from "./request-address.ts";
import { failureSentence, timeoutMsOf } from "./run-request.ts";
import { failed, type OpenTool, type ToolOf, type ToolScope, type ToolSource, withoutRun } from "./tool-source.ts";

/** A conversation does not begin later than this because of a server that does not answer. */
const OPEN_MAX_MS = 10_000;

/** The tools of an MCP server. If the server cannot be used, it becomes one unavailable tool, and the conversation begins anyway. */
export const openMcpTool: OpenTool<"mcp"> = async (tool, scope) => {
  if (!hasAddress(tool.server)) return withoutRun({ ...unavailableTool(tool), reason: "This MCP tool has no server URL." });
  const secrets = new Set<string>();
  try {
    return await connect(tool, tool.server, scope, secrets);
  } catch (cause) {
    scope.context.log.info({ err: cause }, "an MCP server cannot be used");
    const reason = hideSecrets(`The MCP server cannot be used. ${failureSentence(cause)}`, secrets);
    return withoutRun({ ...unavailableTool(tool), reason });
  }
};

/** Adds the secrets of all requests to `secrets`. */
async function connect(
  tool: ToolOf<"mcp">,
  server: ReachableServer,
  scope: ToolScope,
  secrets: Set<string>,
): Promise<ToolSource> {
  requireUnencrypted(server.encryptedPaths);
  const { context, orgId } = scope;
  const { headers = {}, credentialId, backoffPlan } = server;
  const attemptMs = timeoutMsOf(server);
  const timeoutMs = longestMs({ timeoutMs: attemptMs, backoffPlan });
  const signing = { headers: asTexts(headers), credentialId, maxBytes: TOOL_ANSWER_MAX_BYTES, secrets };
  const send = signedFetch(context, orgId, signing);
  const connection = new McpConnection({
    url: requestUrl(server.url),
    protocol: tool.metadata?.protocol ?? "shttp",
    fetch: mcpFetch(send, { backoffPlan, attemptMs, now: context.now }),
    timeoutMs,
    openTimeoutMs: Math.min(timeoutMs, OPEN_MAX_MS),
    onProblem: (cause) => context.log.info({ err: cause }, "a connection to an MCP server has a problem"),
  });
  await connection.open();
  return {
    get tools() {
      return connection.tools.map((listed) => describe(tool, listed, timeoutMs));
    },
    async run(call, _variables, signal) {
      const listed = connection.tools.find(({ name }) => nameForModels(name) === call.name);
      try {
        const { result, failed } = readResult(await connection.call(listed?.name ?? call.name, call.arguments, signal));
        return { result: hideSecrets(result, secrets), failed };
      } catch (cause) {
        return failed(hideSecrets(failureSentence(cause), secrets));
      }
    },
    close: () => connection.close(),
  };
}

function describe(tool: ToolOf<"mcp">, { name, description = "", inputSchema, annotations }: Tool, timeoutMs: number): AgentTool {
  const own = tool.toolMessages?.find((each) => each.name === name)?.messages;
  return describeTool(tool, {
    name: nameForModels(name),
    description,
    parameters: inputSchema,
    timeoutMs,
    ...(annotations?.readOnlyHint && { mayRepeat: true }),
    ...(own && { messages: own }),
  });
}

/** Models take letters, digits, `_` and `-`. */
function nameForModels(name: string): string {
  return name.replace(/[^\w-]/g, "_").slice(0, NAME_MAX_CHARACTERS);
}

/** Texts as they are; pictures and sound cannot be read by every model and are named. */
function readResult({ content, structuredContent, isError = false }: CallToolResult): ToolOutcome {
  const texts = content.map((part) => {
    if (part.type === "text") return part.text;
    if (part.type === "resource") return "text" in part.resource ? part.resource.text : `[${part.resource.uri}]`;
    return part.type === "resource_link" ? `[${part.uri}]` : `[${part.type}]`;
  });
  const result = texts.length > 0 ? texts.join("\n") : JSON.stringify(structuredContent ?? {});
  return { result, failed: isError };
}

function asTexts(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

import { isDeepStrictEqual } from "node:util";
import type { ToolCall, ToolMock } from "@callwright/contract";
import type { AgentTool, ToolOutcome } from "@callwright/engine/conversation";
import { failed, oneTool, type ToolSource } from "./tool-source.ts";

/** How tools act in a test. */
export interface TestedTools {
  mocks: readonly ToolMock[];
  /** Whether tools without a mock run. If not, no server outside is called. */
  runsTools: boolean;
}

/** The outcome of a mock for this call: one with its tool, and the arguments that the mock names. */
export function mockedOutcome({ mocks }: TestedTools, { name, arguments: given }: ToolCall): ToolOutcome | undefined {
  const mock = mocks.find(
    ({ toolName, arguments: wanted = {}, enabled = true }) => enabled && toolName === name && hasArguments(given, wanted),
  );
  return mock && { result: mock.result ?? "", failed: mock.failed ?? false };
}

/** Whether a call has all of these arguments. It may have others, at any depth of an object. */
export function hasArguments(given: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return isDeepStrictEqual(given, wanted);
  if (typeof given !== "object" || given === null) return false;
  return Object.entries(wanted).every(([name, value]) => hasArguments((given as Record<string, unknown>)[name], value));
}

/** A source whose tools can be called where they are not available, such as a transfer in a chat, if a mock answers. */
export function mockableSource(source: ToolSource, { mocks }: TestedTools): ToolSource {
  const isMocked = (tool: AgentTool) => mocks.some(({ toolName, enabled = true }) => enabled && toolName === tool.name);
  return {
    ...source,
    get tools() {
      return source.tools.map((tool) =>
        tool.action === "unavailable" && isMocked(tool) ? { ...tool, action: "run" as const } : tool,
      );
    },
  };
}

/** A source whose tools are answered only by mocks. `host`: where their calls would go. */
export function unansweredSource(source: ToolSource, host: string | undefined): ToolSource {
  const { close } = source;
  const isRefused = source.tools.some(({ action }) => action === "run" || action === "client");
  return {
    ...(isRefused && { refused: { host } }),
    get tools() {
      return source.tools.map((tool) => (tool.action === "client" ? { ...tool, action: "run" as const } : tool));
    },
    run: refuse,
    ...(close && { close: () => close() }),
  };
}

export const unansweredTool = (tool: AgentTool, host: string): ToolSource => unansweredSource(oneTool(tool, refuse), host);

const refuse = async ({ name }: ToolCall) => failed(`This is a test, and it has no mock for the tool '${name}'.`);

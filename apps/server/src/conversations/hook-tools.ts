import type { CreateTool } from "@callwright/contract";
import { hookToolSupport } from "../capabilities/supports.ts";
import { unavailableTool } from "./describe-tool.ts";
import { openTool } from "./open-tool.ts";
import { oneTool, type ToolScope, type ToolSource } from "./tool-source.ts";

/** The tool of a hook's action. One that hooks cannot run is unavailable, and the events of the call say so. */
export async function openHookTool(tool: CreateTool, scope: ToolScope): Promise<ToolSource> {
  const { state, reason = "" } = hookToolSupport(tool.type);
  if (state === "ready") return openTool(tool, scope);
  return oneTool({ ...unavailableTool(tool), reason }, async () => ({ result: reason, failed: true }));
}

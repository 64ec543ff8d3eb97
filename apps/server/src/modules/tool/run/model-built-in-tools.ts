import { describeTool } from "./describe-tool.ts";
import { hasAddress, openServerTool } from "./function-tool.ts";
import type { ToolOf, ToolScope, ToolSource } from "./tool-source.ts";

type ModelBuiltIn = ToolOf<"bash" | "computer" | "textEditor">;

const text = { type: "string" };
const position = { type: "array", items: { type: "integer" }, description: "x and y in pixels" };

/** The parameters that models trained on these tools use. */
const PARAMETERS: Record<ModelBuiltIn["type"], { properties: object; required: string[] }> = {
  bash: {
    properties: { command: { ...text, description: "The command to run" }, restart: { type: "boolean" } },
    required: ["command"],
  },
  computer: {
    properties: {
      action: {
        ...text,
        enum: [
          "key",
          "type",
          "mouse_move",
          "left_click",
          "left_click_drag",
          "right_click",
          "middle_click",
          "double_click",
          "screenshot",
          "cursor_position",
        ],
      },
      coordinate: position,
      text,
    },
    required: ["action"],
  },
  textEditor: {
    properties: {
      command: { ...text, enum: ["view", "create", "str_replace", "insert", "undo_edit"] },
      path: { ...text, description: "Absolute path of a file or folder" },
      file_text: text,
      old_str: text,
      new_str: text,
      insert_line: { type: "integer" },
      view_range: { type: "array", items: { type: "integer" } },
    },
    required: ["command", "path"],
  },
};

/** Runs on the tool's own server, or else at the client: no other server expects commands. */
export function openModelBuiltInTool(tool: ModelBuiltIn, scope: ToolScope): ToolSource {
  const parameters = { type: "object", ...PARAMETERS[tool.type] };
  const description =
    tool.type === "computer"
      ? `Controls a computer with a screen of ${tool.displayWidthPx} × ${tool.displayHeightPx} pixels.`
      : undefined;
  const described = describeTool(tool, { parameters, ...(description && { description }) });
  return openServerTool(tool, described, hasAddress(tool.server) ? tool.server : undefined, scope);
}

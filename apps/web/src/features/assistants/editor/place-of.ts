import { PARTS } from "../../../data/capabilities.ts";
import type { EditorTab } from "../assistant-search.ts";
import { ADVANCED_PATHS, COMPLIANCE_DETAILS } from "../settings/advanced-settings.ts";
import { isOfSettings } from "../settings/part-settings.ts";
import { ASSISTANT_PATHS } from "../settings/use-field-label.ts";

/** The control contains the prompt; other messages are in the JSON. */
export const PROMPT_FIELD = "model.messages";
const TOOL_PATHS = ["model.toolIds", "model.tools"];
/** Fields of tabs whose controls are named by the whole path. */
const TAB_OF = { hooks: "hooks", server: "messages", serverMessages: "messages", clientMessages: "messages" } as const;

/** Where the field of a problem can be edited: the tab, and the name of the control. Fields without a control are in the JSON. */
export function placeOf(path: string): { tab: EditorTab; name: string | undefined } {
  const holds = (each: string) => path === each || path.startsWith(`${each}.`);
  if (TOOL_PATHS.some(holds)) return { tab: "tools", name: path };
  const own = Object.entries(TAB_OF).find(([field]) => holds(field));
  if (own) return { tab: own[1], name: path };
  const advanced = ADVANCED_PATHS.find(holds);
  if (advanced) return { tab: "advanced", name: advanced };
  if (COMPLIANCE_DETAILS.some(holds)) return { tab: "advanced", name: path };
  if (path === PROMPT_FIELD) return { tab: "assistant", name: PROMPT_FIELD };
  if (PARTS.some((part) => part === path)) return { tab: "assistant", name: `${path}.provider` };
  const name = ASSISTANT_PATHS.find(holds);
  if (name) return { tab: "assistant", name };
  if (PARTS.some((part) => isOfSettings(part, path))) return { tab: "assistant", name: path };
  return { tab: "json", name: undefined };
}

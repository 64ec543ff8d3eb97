import { ADVANCED_SECTIONS } from "./advanced-settings.ts";
import type { EditorTab } from "./assistant-search.ts";

const ASSISTANT_PATHS = [
  "name",
  "firstMessage",
  "firstMessageMode",
  "model",
  "model.model",
  "model.url",
  "model.headers",
  "model.temperature",
  "model.maxTokens",
  "voice",
  "transcriber",
];
const ADVANCED_PATHS: readonly string[] = ADVANCED_SECTIONS.flatMap(({ settings }) => settings.map(({ path }) => path));

/** Where the field of a problem can be edited: the tab, and the name of the control. Fields without a control are in the JSON. */
export function placeOf(path: string): { tab: EditorTab; name: string | undefined } {
  const holds = (each: string) => path === each || path.startsWith(`${each}.`);
  const advanced = ADVANCED_PATHS.find(holds);
  if (advanced) return { tab: "advanced", name: advanced };
  const name = ASSISTANT_PATHS.findLast(holds);
  if (name && (name !== "model" || path === "model")) return { tab: "assistant", name };
  return { tab: "json", name: undefined };
}

import type { PartName } from "../../data/capabilities.ts";
import { useCapabilities } from "../../data/use-capabilities.ts";

/** The provider of a part that the assistant does not set: `callwright` on a Callwright server; undefined on another host, which decides itself. */
export function useDefaultProvider(part: PartName): "callwright" | undefined {
  return "callwright" in useCapabilities().providers[part] ? "callwright" : undefined;
}

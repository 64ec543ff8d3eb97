import type { Website } from "@callwright/contract";

/** The web pages of a knowledge base, from its row, with the state of each. */
export function websitesOf({ state }: { state: Record<string, unknown> }): Website[] {
  return Array.isArray(state.websites) ? (state.websites as Website[]) : [];
}

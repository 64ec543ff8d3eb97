import type { CreateAssistant } from "@callwright/contract";

/** Saved together: a configuration and its base version. */
export interface DraftContent {
  config: CreateAssistant;
  /** Like `v4`. The server refuses to publish over a later version, so it must never be newer than `config`. */
  baseVersion: string;
}

/**
 * ```
 *  settled ──edit──▶ edited ──save-started──▶ saving ──save-succeeded, nothing typed meanwhile──▶ settled
 *                     ▲  ▲                    │    └──save-succeeded, typed meanwhile──▶ edited
 *                     │  └──edit── failed ◀───┘ save-failed
 *                     │              └──save-started (tried again)──▶ saving
 *  any ──replaced (loaded, discarded)──▶ settled
 *  any ──published──▶ the same, based on the version just published
 *  saving ──edit──▶ saving, with the newer configuration
 *  restored (a discarded draft comes back with its base version) goes where edit goes
 * ```
 */
export type DraftState = DraftContent &
  ({ phase: "settled" } | { phase: "edited" } | { phase: "saving"; sent: CreateAssistant } | { phase: "failed"; error: Error });

export type DraftEvent =
  | { type: "edit"; config: CreateAssistant }
  | { type: "restored"; draft: DraftContent }
  | { type: "save-started" }
  | { type: "save-succeeded"; sent: CreateAssistant }
  | { type: "save-failed"; sent: CreateAssistant; error: Error }
  | { type: "replaced"; draft: DraftContent }
  | { type: "published"; version: string };

/** The response of a save that was overtaken by `replaced` is ignored. */
export function draftReducer(state: DraftState, event: DraftEvent): DraftState {
  const { config, baseVersion } = state;
  switch (event.type) {
    case "edit":
      return event.config === config ? state : changed(state, { config: event.config, baseVersion });
    case "restored":
      return changed(state, event.draft);
    case "save-started":
      return state.phase === "edited" || state.phase === "failed"
        ? { phase: "saving", config, baseVersion, sent: config }
        : state;
    case "save-succeeded":
      if (state.phase !== "saving" || state.sent !== event.sent) return state;
      return { phase: config === state.sent ? "settled" : "edited", config, baseVersion };
    case "save-failed":
      if (state.phase !== "saving" || state.sent !== event.sent) return state;
      return config === state.sent
        ? { phase: "failed", config, baseVersion, error: event.error }
        : { phase: "edited", config, baseVersion };
    case "replaced":
      return { phase: "settled", config: event.draft.config, baseVersion: event.draft.baseVersion };
    case "published":
      return { ...state, baseVersion: event.version };
    default:
      return event satisfies never;
  }
}

function changed(state: DraftState, { config, baseVersion }: DraftContent): DraftState {
  return state.phase === "saving" ? { ...state, config, baseVersion } : { phase: "edited", config, baseVersion };
}

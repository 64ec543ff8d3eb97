import type { CreateAssistant } from "@callwright/contract";

/**
 * ```
 *  settled ──edit──▶ edited ──save-started──▶ saving ──save-succeeded, nothing typed meanwhile──▶ settled
 *                     ▲  ▲                    │    └──save-succeeded, typed meanwhile──▶ edited
 *                     │  └──edit── failed ◀───┘ save-failed
 *                     │              └──save-started (tried again)──▶ saving
 *  any ──replaced (loaded, discarded, published)──▶ settled
 *  saving ──edit──▶ saving, with the newer configuration
 * ```
 */
export type DraftState =
  | { phase: "settled"; config: CreateAssistant }
  | { phase: "edited"; config: CreateAssistant }
  | { phase: "saving"; config: CreateAssistant; sent: CreateAssistant }
  | { phase: "failed"; config: CreateAssistant; error: Error };

export type DraftEvent =
  | { type: "edit"; config: CreateAssistant }
  | { type: "save-started" }
  | { type: "save-succeeded"; sent: CreateAssistant }
  | { type: "save-failed"; sent: CreateAssistant; error: Error }
  | { type: "replaced"; config: CreateAssistant };

/** An answer to a save that a `replaced` has overtaken changes nothing. */
export function draftReducer(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case "edit":
      if (event.config === state.config) return state;
      return state.phase === "saving" ? { ...state, config: event.config } : { phase: "edited", config: event.config };
    case "save-started":
      return state.phase === "edited" || state.phase === "failed"
        ? { phase: "saving", config: state.config, sent: state.config }
        : state;
    case "save-succeeded":
      if (state.phase !== "saving" || state.sent !== event.sent) return state;
      return { phase: state.config === state.sent ? "settled" : "edited", config: state.config };
    case "save-failed":
      if (state.phase !== "saving" || state.sent !== event.sent) return state;
      return state.config === state.sent
        ? { phase: "failed", config: state.config, error: event.error }
        : { phase: "edited", config: state.config };
    case "replaced":
      return { phase: "settled", config: event.config };
    default:
      return event satisfies never;
  }
}

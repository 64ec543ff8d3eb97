import {
  type Draft,
  type FieldChange,
  type FieldClash,
  type FieldPath,
  fieldChanges,
  isSameValue,
  isWithin,
  mergeFields,
  valueAt,
  withValue,
} from "@callwright/contract";

/** The draft as the server has it. */
export type ServerDraft<Config extends object> = Pick<Draft<Config>, "config" | "baseVersion" | "revision" | "isDirty">;

/**
 * ```
 *  settled ──edit──▶ edited ──save-started──▶ saving ──save-succeeded──▶ settled
 *     ▲               ▲ │ ▲                    │   └──typed meanwhile──▶ edited
 *     │               │ │ └──edit── failed ◀───┤ save-failed
 *     │               │ │             └──save-started (tried again)──▶ saving
 *     │               │ ▼                      │ save-refused (the draft moved in another tab): edited or clashed
 *     └──resolved── clashed ◀── received, the same field changed elsewhere
 *  any ──received (another tab's change)──▶ merged; the phase says what is left to save
 *  any ──replaced (discarded)──▶ settled
 *  saving ──edit──▶ saving, with the newer configuration
 * ```
 */
export type DraftState<Config extends object> = DraftContent<Config> &
  (
    | { phase: "settled" | "edited" | "clashed" }
    | { phase: "saving"; sent: Config; sentOn: ServerDraft<Config> }
    | { phase: "failed"; error: Error }
  );

interface DraftContent<Config extends object> {
  /** The draft that the edits are made on. */
  seen: ServerDraft<Config>;
  /** `seen` with the edits that are not saved. */
  config: Config;
  /** Fields with an unsaved edit here and another value in `seen`. They are not sent before the user has chosen. */
  clashes: readonly FieldPath[];
  /** Configurations that were sent without an answer. The server may have stored them: their values are no other tab's. */
  unanswered: readonly Config[];
  /** The version that a restored draft is based on, until it is saved. */
  restoredBase: string | undefined;
}

export type DraftEvent<Config extends object> =
  | { type: "edit"; config: Config }
  /** An edit that was made on `base`, which may be older than the state: a text of the whole, or a discarded draft. */
  | { type: "rewritten"; base: Config; config: Config; baseVersion?: string }
  | { type: "save-started" }
  | { type: "save-succeeded"; saved: ServerDraft<Config> }
  | { type: "save-failed"; error: Error; isAnswered: boolean }
  | { type: "save-refused"; current: ServerDraft<Config> }
  | { type: "received"; draft: ServerDraft<Config> }
  | { type: "resolved"; path: FieldPath; keep: "yours" | "theirs" }
  | { type: "replaced"; draft: ServerDraft<Config> };

export function startDraft<Config extends object>(seen: ServerDraft<Config>): DraftState<Config> {
  return { phase: "settled", seen, config: seen.config, clashes: [], unanswered: [], restoredBase: undefined };
}

/** The edits to send. */
export function unsavedChanges({ seen, config, clashes }: DraftContent<object>): FieldChange[] {
  return fieldChanges(seen.config, config).filter(({ path }) => !isWithinAny(path, clashes));
}

/** The response of a save that was overtaken by `replaced` is ignored. */
export function draftReducer<Config extends object>(state: DraftState<Config>, event: DraftEvent<Config>): DraftState<Config> {
  switch (event.type) {
    case "edit":
      return event.config === state.config ? state : withPhase({ ...state, config: event.config });
    case "rewritten":
      return withPhase(rewritten(state, event));
    case "save-started":
      return state.phase === "edited" || state.phase === "failed"
        ? { ...contentOf(state), phase: "saving", sent: state.config, sentOn: state.seen }
        : state;
    case "save-succeeded": {
      if (state.phase !== "saving") return state;
      const isNews = state.seen === state.sentOn || event.saved.revision > state.seen.revision;
      const merged = isNews ? merge(state, event.saved) : state;
      return withPhase({ ...contentOf(merged), phase: "settled", unanswered: [], restoredBase: undefined });
    }
    case "save-failed": {
      if (state.phase !== "saving") return state;
      const unanswered = event.isAnswered ? state.unanswered : [...state.unanswered, state.sent];
      const content = { ...contentOf(state), unanswered };
      return state.config === state.sent
        ? { ...content, phase: "failed", error: event.error }
        : withPhase({ ...content, phase: "settled" });
    }
    case "save-refused":
      return state.phase === "saving" ? withPhase(merge({ ...contentOf(state), phase: "settled" }, event.current)) : state;
    case "received":
      return event.draft.revision > state.seen.revision ? withPhase(merge(state, event.draft)) : state;
    case "resolved": {
      const { path, keep } = event;
      const config = keep === "yours" ? state.config : withValue(state.config, path, valueAt(state.seen.config, path));
      return withPhase({ ...state, config, clashes: state.clashes.filter((clash) => !isWithin(clash, path)) });
    }
    case "replaced":
      return startDraft(event.draft);
    default:
      return event satisfies never;
  }
}

/** Takes over what changed on the server since `seen`, except in fields that were edited here. */
function merge<Config extends object>(state: DraftState<Config>, next: ServerDraft<Config>): DraftState<Config> {
  const sent = state.phase === "saving" ? [...state.unanswered, state.sent] : state.unanswered;
  const isOwn = ({ path, from, to }: FieldChange) =>
    !isSameValue(from, to) && sent.some((config) => isSameValue(valueAt(config, path), to));
  const theirs = fieldChanges(state.seen.config, next.config).filter(
    (change) => !isOwn(change) && !isWithinAny(change.path, state.clashes),
  );
  const { config, clashes } = mergeFields(state.config, theirs);
  return { ...state, seen: next, config, clashes: joined(state.clashes, clashes) };
}

function rewritten<Config extends object>(
  state: DraftState<Config>,
  { base, config: text, baseVersion }: DraftEvent<Config> & { type: "rewritten" },
): DraftState<Config> {
  const { config, clashes } = mergeFields(state.config, fieldChanges(base, text));
  return {
    ...state,
    config: clashes.reduce((kept, { path }) => withValue(kept, path, valueAt(text, path)), config),
    clashes: joined(state.clashes, clashes),
    restoredBase: baseVersion ?? state.restoredBase,
  };
}

/** A clash of an object includes the clashes of its fields. */
function joined(known: readonly FieldPath[], found: readonly FieldClash[]): FieldPath[] {
  const paths = found.map(({ path }) => path);
  const inner = (path: FieldPath) => !isWithinAny(path, paths);
  return [...known.filter(inner), ...paths];
}

function isWithinAny(path: FieldPath, parents: readonly FieldPath[]): boolean {
  return parents.some((parent) => isWithin(path, parent));
}

function contentOf<Config extends object>({
  seen,
  config,
  clashes,
  unanswered,
  restoredBase,
}: DraftContent<Config>): DraftContent<Config> {
  return { seen, config, clashes, unanswered, restoredBase };
}

/** The state with the phase of its edits. A running save continues. */
function withPhase<Config extends object>(state: DraftState<Config>): DraftState<Config> {
  const { seen, config } = state;
  const clashes = state.clashes.filter((path) => !isSameValue(valueAt(config, path), valueAt(seen.config, path)));
  if (state.phase === "saving") return { ...state, clashes };
  const settled: DraftState<Config> = { ...contentOf(state), clashes, phase: "settled" };
  if (unsavedChanges(settled).length > 0) return { ...settled, phase: "edited" };
  return clashes.length > 0 ? { ...settled, phase: "clashed" } : settled;
}

import { type CreateAssistant, fieldChanges, isSameValue, isWithin, mergeFields, valueAt } from "@callwright/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  draftReducer,
  type DraftEvent as EventOf,
  type ServerDraft,
  type DraftState as StateOf,
  startDraft,
  unsavedChanges,
} from "./draft-machine.ts";

type DraftEvent = EventOf<CreateAssistant>;
type DraftState = StateOf<CreateAssistant>;

const error = new Error("down");
const play = (start: DraftState, ...events: DraftEvent[]) => events.reduce(draftReducer<CreateAssistant>, start);
const draft = (config: CreateAssistant, revision = 1): ServerDraft<CreateAssistant> => ({
  config,
  revision,
  baseVersion: "v4",
  isDirty: true,
});
const hello = { name: "Ada", firstMessage: "Hello" };
const start = startDraft(draft(hello));
const edit = (config: CreateAssistant): DraftEvent => ({ type: "edit", config });

test("an edit is saved, and one that is taken back is not", () => {
  const edited = play(start, edit({ ...hello, name: "Grace" }));
  expect(edited.phase).toBe("edited");
  expect(unsavedChanges(edited)).toEqual([{ path: ["name"], from: "Ada", to: "Grace" }]);
  expect(play(edited, edit({ ...hello })).phase).toBe("settled");
  const saved = draft({ ...hello, name: "Grace" }, 2);
  expect(play(edited, { type: "save-started" }, { type: "save-succeeded", saved })).toMatchObject({
    phase: "settled",
    seen: saved,
    config: saved.config,
  });
});

test("what is typed while a save runs stays and is saved next, a deletion too", () => {
  const saving = play(start, edit({ ...hello, name: "Gra" }), { type: "save-started" });
  const saved = draft({ ...hello, name: "Gra" }, 2);
  const typed = play(saving, edit({ ...hello, name: "Grace" }), { type: "save-succeeded", saved });
  expect(typed).toMatchObject({ phase: "edited", config: { name: "Grace" }, clashes: [] });
  expect(unsavedChanges(typed)).toEqual([{ path: ["name"], from: "Gra", to: "Grace" }]);
  const takenBack = play(saving, edit(hello), { type: "save-succeeded", saved });
  expect(takenBack).toMatchObject({ phase: "edited", config: hello });
  expect(play(saving, edit({ ...hello, name: "Grace" }), { type: "save-failed", error, isAnswered: false })).toMatchObject({
    phase: "edited",
    config: { name: "Grace" },
  });
});

test("a failed save can be tried again", () => {
  const failed = play(start, edit({ name: "b" }), { type: "save-started" }, { type: "save-failed", error, isAnswered: true });
  expect(failed).toMatchObject({ phase: "failed", config: { name: "b" }, error });
  expect(play(failed, { type: "save-started" })).toMatchObject({ phase: "saving", sent: { name: "b" } });
});

test("a save without an answer that was stored is no other tab's change", () => {
  const lost = play(
    start,
    edit({ ...hello, name: "Gra" }),
    { type: "save-started" },
    { type: "save-failed", error, isAnswered: false },
    edit({ ...hello, name: "Grace" }),
  );
  const stored = play(lost, { type: "received", draft: draft({ ...hello, name: "Gra" }, 2) });
  expect(stored).toMatchObject({ phase: "edited", config: { name: "Grace" }, clashes: [] });
});

test("another tab's change shows at once, also while something else is edited or saved", () => {
  const received: DraftEvent = { type: "received", draft: draft({ ...hello, firstMessage: "Good morning" }, 2) };
  expect(play(start, received)).toMatchObject({ phase: "settled", config: { firstMessage: "Good morning" } });
  const edited = play(start, edit({ ...hello, name: "Grace" }));
  const both = { name: "Grace", firstMessage: "Good morning" };
  expect(play(edited, received)).toMatchObject({ phase: "edited", config: both });
  const saved = play(edited, { type: "save-started" }, received, { type: "save-succeeded", saved: draft(both, 3) });
  expect(saved).toMatchObject({ phase: "settled", config: both, seen: { revision: 3 } });
});

test("an answer that is older than the draft changes nothing", () => {
  const now = startDraft(draft({ ...hello, name: "Grace" }, 5));
  expect(play(now, { type: "received", draft: draft(hello, 4) })).toBe(now);
});

test("a field that was edited here and elsewhere keeps both values until one is chosen; the rest is saved", () => {
  const theirs = draft({ ...hello, firstMessage: "Good morning" }, 2);
  const clashed = play(start, edit({ name: "Grace", firstMessage: "Good evening" }), { type: "received", draft: theirs });
  expect(clashed).toMatchObject({ phase: "edited", config: { firstMessage: "Good evening" }, clashes: [["firstMessage"]] });
  expect(unsavedChanges(clashed)).toEqual([{ path: ["name"], from: "Ada", to: "Grace" }]);
  const rest = draft({ name: "Grace", firstMessage: "Good morning" }, 3);
  const waiting = play(clashed, { type: "save-started" }, { type: "save-succeeded", saved: rest });
  expect(waiting).toMatchObject({ phase: "clashed", config: { firstMessage: "Good evening" }, seen: rest });
  const [path = []] = waiting.clashes;
  const taken = play(waiting, { type: "resolved", path, keep: "theirs" });
  expect(taken).toMatchObject({ phase: "settled", config: rest.config, clashes: [] });
  const kept = play(waiting, { type: "resolved", path, keep: "yours" });
  expect(kept).toMatchObject({ phase: "edited", clashes: [] });
  expect(unsavedChanges(kept)).toEqual([{ path: ["firstMessage"], from: "Good morning", to: "Good evening" }]);
  // The same on both sides is no clash.
  expect(play(waiting, edit({ name: "Grace", firstMessage: "Good morning" })).phase).toBe("settled");
});

test("a save that was refused, because another tab was first, is merged and goes on", () => {
  const saving = play(start, edit({ name: "Grace", firstMessage: "Good evening" }), { type: "save-started" });
  const refused = play(saving, { type: "save-refused", current: draft({ ...hello, firstMessage: "Good morning" }, 2) });
  expect(refused).toMatchObject({ phase: "edited", clashes: [["firstMessage"]], config: { name: "Grace" } });
});

test("an answer that comes after the draft was replaced changes nothing", () => {
  const live = draft({ name: "c" }, 7);
  const replaced = play(start, edit({ name: "b" }), { type: "save-started" }, { type: "replaced", draft: live });
  expect(play(replaced, { type: "save-succeeded", saved: draft({ name: "b" }, 6) })).toBe(replaced);
  expect(play(replaced, { type: "save-failed", error, isAnswered: false })).toBe(replaced);
});

test("a text that was made from an older state changes only its own fields", () => {
  const now = play(start, { type: "received", draft: draft({ ...hello, firstMessage: "Good morning" }, 2) });
  const text: DraftEvent = { type: "rewritten", base: hello, config: { ...hello, name: "Grace" } };
  expect(play(now, text)).toMatchObject({ config: { name: "Grace", firstMessage: "Good morning" }, clashes: [] });
  const same: DraftEvent = { type: "rewritten", base: hello, config: { ...hello, firstMessage: "Good evening" } };
  expect(play(now, same)).toMatchObject({ phase: "clashed", config: { firstMessage: "Good evening" } });
});

test("nothing to save, nothing starts", () => {
  expect(play(start, { type: "save-started" })).toBe(start);
  expect(play(start, edit(start.config))).toBe(start);
});

/** The server's rule, and tabs that edit, save, lose answers and hear of each other at any time. */
const FIELDS = ["name", "firstMessage", "endCallMessage"] as const;
const VALUES = ["a", "b", undefined] as const;
const step = fc.record({
  tab: fc.constantFrom(0, 1),
  what: fc.constantFrom("edit", "send", "answer", "lose", "hear"),
  field: fc.constantFrom(...FIELDS),
  value: fc.constantFrom(...VALUES),
});

test("whatever two tabs do, an edit is saved, waits, clashes, or was replaced by one who had seen it", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let server = draft({});
      const tabs = [startDraft(server), startDraft(server)];
      const answers: (DraftEvent | undefined)[] = [];
      const at = (tab: number) => tabs[tab] ?? start;
      const tell = (tab: number, event: DraftEvent) => {
        tabs[tab] = draftReducer(at(tab), event);
      };
      const send = (tab: number) => {
        const state = at(tab);
        if (state.phase !== "edited" && state.phase !== "failed") return;
        const isSeen = state.seen.revision === server.revision;
        const before = server.config;
        const { config, clashes } = mergeFields(before, unsavedChanges(state), { isSeen });
        tell(tab, { type: "save-started" });
        if (clashes.length === 0 && !isSameValue(config, before)) server = draft(config, server.revision + 1);
        // What this write replaced, this tab had seen.
        if (clashes.length === 0)
          for (const { path, from } of fieldChanges(before, config))
            expect(isSameValue(from, valueAt(state.seen.config, path))).toBe(true);
        answers[tab] = clashes.length > 0 ? { type: "save-refused", current: server } : { type: "save-succeeded", saved: server };
      };
      const answer = (tab: number, event: DraftEvent | undefined) => {
        answers[tab] = undefined;
        if (event) tell(tab, event);
      };
      for (const { tab, what, field, value } of steps) {
        const typed = { ...at(tab).config, [field]: value };
        if (what === "edit") tell(tab, { type: "edit", config: typed });
        if (what === "edit") expect(at(tab).config[field]).toBe(value);
        if (what === "send") send(tab);
        if (what === "answer") answer(tab, answers[tab]);
        if (what === "lose" && answers[tab]) answer(tab, { type: "save-failed", error, isAnswered: false });
        if (what === "hear") tell(tab, { type: "received", draft: server });
        for (const state of tabs) {
          const unsaved = fieldChanges(state.seen.config, state.config);
          // "Saved" is true.
          if (state.phase === "settled") expect(unsaved).toEqual([]);
          const isSent = ({ path }: { path: string[] }) => !state.clashes.some((clash) => isWithin(path, clash));
          if (state.phase === "clashed") expect(unsaved.filter(isSent)).toEqual([]);
        }
      }
    }),
    { numRuns: 200 },
  );
});

import { WIDGET_OPTION_NAMES } from "@callwright/widget/options";
import { describe, expect, it } from "vitest";
import { choose, embedSearch, OPTION_GROUPS } from "./embed-options.ts";

describe("OPTION_GROUPS", () => {
  it("hold every option of the widget once, but for those the studio fills in itself", () => {
    const own = ["publicKey", "assistantId", "assistant", "assistantOverrides", "apiUrl", "headless"];
    expect([...Object.values(OPTION_GROUPS).flat(), ...own].sort()).toEqual([...WIDGET_OPTION_NAMES].sort());
  });
});

describe("choose", () => {
  it("keeps what was chosen, and forgets what was emptied or switched off", () => {
    const chosen = choose(choose({}, "consentRequired", true), "title", "Ask us");
    expect(chosen).toEqual({ consentRequired: true, title: "Ask us" });
    expect(choose(choose(chosen, "consentRequired", false), "title", "")).toEqual({});
  });

  it("keeps a text that reads like the default while it is typed", () => {
    expect(choose({}, "startButtonText", "Start")).toEqual({ startButtonText: "Start" });
  });
});

describe("embedSearch", () => {
  it("forgets what it does not know", () => {
    const options = { mode: "voice", unknown: "x", theme: "nonsense", title: true, consentRequired: "yes" };
    expect(embedSearch({ group: "nothing", options, token: "t" })).toEqual({ token: "t", options: { mode: "voice" } });
  });

  it.each([null, "x", "{broken", { nope: "x" }])("reads nothing from %j", (options) => {
    expect(embedSearch({ options })).toEqual({});
  });
});

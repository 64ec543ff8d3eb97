import { WIDGET_OPTION_NAMES, WIDGET_OPTIONS } from "@callwright/widget/options";
import { describe, expect, it } from "vitest";
import { enEmbed } from "../../messages/en-embed.ts";
import { choose, embedSearch, OPTION_GROUP_NAMES, OPTION_GROUPS, optionsOf } from "./embed-options.ts";

describe("OPTION_GROUPS", () => {
  it("hold every option of the widget once, but for those the studio fills in itself", () => {
    const own = ["publicKey", "assistantId", "assistant", "squadId", "workflowId", "assistantOverrides", "apiUrl", "headless"];
    expect([...Object.values(OPTION_GROUPS).flat(), ...own].sort()).toEqual([...WIDGET_OPTION_NAMES].sort());
  });
});

describe("optionsOf", () => {
  it("are those that a widget of the chosen mode has", () => {
    expect(optionsOf("kind", {})).toEqual(["mode", "chatFirstMessage"]);
    expect(optionsOf("kind", { mode: "voice" })).toEqual(["mode", "voiceShowTranscript"]);
    expect(optionsOf("texts", { mode: "voice" })).not.toContain("chatEmptyMessage");
    expect(optionsOf("texts", { mode: "hybrid" })).toContain("startButtonText");
    expect(optionsOf("returning", {})).toEqual([]);
    expect(optionsOf("returning", { mode: "hybrid" })).toHaveLength(3);
  });

  it("leave out no option in every mode", () => {
    const everywhere = WIDGET_OPTIONS.mode.values.flatMap((mode) =>
      OPTION_GROUP_NAMES.flatMap((group) => optionsOf(group, { mode })),
    );
    expect(new Set(everywhere)).toEqual(new Set(Object.values(OPTION_GROUPS).flat()));
  });
});

it("every value that can be chosen has words", () => {
  const choices = Object.entries(WIDGET_OPTIONS).flatMap(([name, option]) =>
    option.kind === "choice" ? option.values.map((value) => `${name}.${value}`) : [],
  );
  const words = Object.entries(enEmbed.embed.values).flatMap(([name, values]) =>
    Object.keys(values).map((value) => `${name}.${value}`),
  );
  expect(words.sort()).toEqual(choices.sort());
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

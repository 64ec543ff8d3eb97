import { CallerBehavior, type CallerFact, PERSONALITIES, type TesterStep } from "@callwright/contract";
import { expect, test } from "vitest";
import { type CallerAct, wordsOfAct } from "./caller-act.ts";
import { openCaller } from "./open-caller.ts";

const SCRIPT =
  "Move your hygiene visit of Tuesday 10:40 to Thursday afternoon. If nothing is free on Thursday, take Friday before noon. Say thank you and hang up once it is done.";
const FACTS: CallerFact[] = [
  { name: "Name", value: "Priya Nair", tells: "at once" },
  { name: "Date of birth", value: "14 March 1988", tells: "if asked" },
  { name: "Booking", value: "AS-2291", tells: "if asked" },
  { name: "New number", value: "+44 117 496 0171", tells: "never" },
];
const ANSWERS = [
  "Of course. What is your date of birth?",
  "And your booking number?",
  "On Thursday I have 14:15 or 16:30. Which would you like?",
  "Your visit is moved to Thursday at 14:15. Is there anything else?",
  "You're welcome. Goodbye!",
];
const ACTS_MAX = 40;

interface Options {
  script?: string;
  facts?: CallerFact[];
  steps?: TesterStep[];
  behavior?: CallerBehavior | undefined;
  seed?: number;
  medium?: "text" | "sound";
  answers?: readonly string[];
}

/** The acts of a caller to whom these answers are given, one for each message; the last one again and again. */
async function actsOf({ script = SCRIPT, facts = FACTS, steps, seed = 1, medium = "text", answers = ANSWERS, ...more }: Options) {
  const caller = openCaller({
    scenario: { script, facts, steps },
    seed,
    medium,
    behavior: "behavior" in more ? more.behavior : {},
  });
  const acts: (CallerAct & { listensMs?: number | undefined })[] = [];
  let answer: string | undefined;
  for (let messages = 0; acts.length < ACTS_MAX; ) {
    const act = await caller.next(answer, new AbortController().signal);
    acts.push({ ...act, ...(caller.listensMs !== undefined && { listensMs: caller.listensMs }) });
    if (act.do === "hang-up") return acts;
    if (act.do === "say") answer = answers[Math.min(messages++, answers.length - 1)];
  }
  throw new Error("the caller did not hang up");
}

const wordsOf = (acts: readonly CallerAct[]) => acts.map((act) => (act.do === "say" ? wordsOfAct(act) : act.do));

test("a neutral caller by rules asks, answers from its facts, chooses, thanks and hangs up", async () => {
  const [opening = "", ...rest] = wordsOf(await actsOf({}));
  expect(opening).toBe("My name is Priya Nair. I'd like to move my hygiene visit of Tuesday 10:40 to Thursday afternoon.");
  expect(rest).toEqual([
    "14 March 1988.",
    "AS-2291.",
    expect.stringMatching(/14:15/),
    expect.stringMatching(/Goodbye\.$/),
    "hang-up",
  ]);
});

test("without a behavior and facts, the lines of a script and steps are said as they are written", async () => {
  const plain = { facts: [], behavior: undefined };
  const lines = await actsOf({ ...plain, script: "When are you open?\n\n  Thanks ", answers: ["From nine."] });
  expect(lines).toEqual([
    { do: "say", pieces: [{ text: "When are you open?", pauseMs: 0 }], meant: "When are you open?", when: "quiet", afterMs: 0 },
    { do: "say", pieces: [{ text: "Thanks", pauseMs: 0 }], meant: "Thanks", when: "quiet", afterMs: 0 },
    { do: "hang-up", afterMs: 300 },
  ]);
  const steps: TesterStep[] = [
    { say: "A table", branches: [{ answerHas: "which day", goTo: "day" }], otherwise: "end" },
    { say: "never said" },
    { name: "day", say: "On Friday" },
  ];
  expect(wordsOf(await actsOf({ ...plain, steps, answers: ["Which day?"] }))).toEqual(["A table", "On Friday", "hang-up"]);
  expect(wordsOf(await actsOf({ ...plain, steps, answers: ["No."] }))).toEqual(["A table", "hang-up"]);
});

test("what the caller hides is never said, and what nobody asks for is not offered", async () => {
  const answers = ["What is your phone number?", "Your visit is moved to Thursday. Goodbye."];
  for (const { behavior } of PERSONALITIES)
    for (let seed = 1; seed <= 20; seed++) {
      const said = wordsOf(await actsOf({ behavior, seed, answers }))
        .join(" ")
        .replace(/\D/g, "");
      expect(said).not.toContain("0171");
      expect(said).not.toContain("2291");
    }
});

test("the caller corrects a wrong day, takes the second best when nothing is free, and gives up when nothing helps", async () => {
  const wrong = await actsOf({ answers: ["On Tuesday I have 14:15 or 16:30.", "It is moved to Thursday.", "Goodbye."] });
  expect(wordsOf(wrong)[1]).toBe("No, I said Thursday afternoon.");
  const full = await actsOf({ answers: ["I'm sorry, nothing is free on Thursday.", "It is moved to Friday.", "Goodbye."] });
  expect(wordsOf(full)[1]).toBe("Then Friday before noon, please.");
  const lost = wordsOf(
    await actsOf({ answers: ["I did not understand that."], behavior: { patience: { unhelpfulAnswers: 2 } } }),
  );
  expect(lost).toHaveLength(4);
  expect(lost.slice(2)).toEqual(["Never mind, then. Goodbye.", "hang-up"]);
});

test("every personality reaches the same goal, with the same acts for the same seed and others for other seeds", async () => {
  for (const { key, behavior } of PERSONALITIES) {
    const different = new Set<string>();
    for (let seed = 1; seed <= 20; seed++) {
      const medium = seed % 2 === 0 ? "text" : "sound";
      const acts = await actsOf({ behavior, seed, medium });
      expect(await actsOf({ behavior, seed, medium }), key).toEqual(acts);
      const meant = acts.flatMap((act) => (act.do === "say" ? [act.meant] : [])).join(" ");
      expect(meant, `${key} ${seed}`).toMatch(/Thursday afternoon/);
      expect(meant, `${key} ${seed}`).toMatch(/goodbye|that was everything|that's all/i);
      different.add(JSON.stringify(acts));
    }
    expect(different.size, key).toBeGreaterThan(5);
  }
});

test("each habit of the gallery shows in every conversation", async () => {
  const shows: Record<string, RegExp> = {
    "hard-of-hearing": /say that again|didn't hear you|repeat that/,
    "changes-mind": /no, wait, |sorry, I mean |actually no, /,
    "two-at-once": /\. And .*\?/,
    angry: /twice already|fed up|picks up the phone/,
    "off-topic": /weather|game|neighbor|Lisbon|coffee/,
    "prompt-injector": /instructions|above this line|system prompt|rules that/i,
    "numbers-in-pieces": /AS-22 91/,
    "says-um": /\b(?:um|uh|er)\b/i,
    "on-speaker": /say that again|didn't hear you|repeat that/,
  };
  for (const { key, behavior } of PERSONALITIES)
    for (let seed = 1; seed <= 20; seed++) {
      const pattern = shows[key];
      if (pattern) expect(wordsOf(await actsOf({ behavior, seed })).join("\n"), `${key} ${seed}`).toMatch(pattern);
    }
});

test("by sound there are interruptions, silences and pauses; by text there are only pauses", async () => {
  const count = async (
    key: string,
    medium: "text" | "sound",
    is: (act: CallerAct & { listensMs?: number | undefined }) => boolean,
  ) => {
    const behavior = PERSONALITIES.find((each) => each.key === key)?.behavior;
    const runs = await Promise.all(Array.from({ length: 20 }, (_, seed) => actsOf({ behavior, seed, medium })));
    return runs.flat().filter(is).length;
  };
  expect(await count("in-a-hurry", "sound", (act) => act.do === "say" && act.when === "interrupt")).toBeGreaterThan(20);
  expect(await count("in-a-hurry", "text", (act) => act.do === "say" && act.when === "interrupt")).toBe(0);
  expect(await count("in-a-hurry", "sound", ({ listensMs }) => listensMs !== undefined)).toBeGreaterThan(20);
  expect(await count("silent", "sound", (act) => act.do === "silence" && act.ms === 8_000)).toBeGreaterThan(20);
  expect(await count("silent", "text", (act) => act.do === "silence")).toBe(0);
  const pauses = (act: CallerAct) => (act.do === "say" ? act.pieces.map(({ pauseMs }) => pauseMs).filter((ms) => ms > 0) : []);
  expect(await count("says-um", "sound", (act) => pauses(act).length > 0)).toBeGreaterThan(20);
  expect(await count("says-um", "sound", (act) => pauses(act).some((ms) => ms < 300 || ms > 900))).toBe(0);
});

test("fillers, asides and split numbers are not what the caller means, and scripted words stay whole", async () => {
  const say = "My number is 0117 496 0171, and I need a table for four.";
  const behavior = { habits: { fillers: 1, asides: 1, numbersInPieces: 1, pauses: 1, paraphrases: 1, changesMind: 1 } };
  for (let seed = 1; seed <= 20; seed++) {
    const [act] = await actsOf({ steps: [{ say }], behavior, seed });
    if (act?.do !== "say") throw new Error("the caller must say its step");
    expect(act.meant).toBe(say);
    const aside = /Not now, sweetheart\.|Put that down, please\.|Mommy is on the phone\.|In a minute, darling\./;
    const words = (text: string) =>
      text
        .replace(aside, "")
        .replace(/\b(?:um|uh|er)\b/gi, "")
        .match(/[\p{L}\p{N}]+/gu);
    expect(words(wordsOfAct(act))).toEqual(words(say));
    expect(act.pieces.map(({ text }) => text)).toEqual(expect.arrayContaining([expect.stringMatching(/0117$/), "496"]));
  }
});

test("a caller hangs up after its turns, and rules speak English only", async () => {
  const acts = wordsOf(await actsOf({ behavior: { patience: { hangsUpAfterTurns: 2 } } }));
  expect(acts).toHaveLength(3);
  expect(acts[2]).toBe("hang-up");
  expect(() => openCaller({ scenario: { script: "Hola" }, behavior: { language: "es-MX" }, seed: 1, medium: "text" })).toThrow(
    /'es-MX', which needs a language model/,
  );
});

test("the behaviors of the gallery are valid, and unknown fields are refused", () => {
  for (const { behavior } of PERSONALITIES) expect(CallerBehavior.parse(behavior)).toEqual(behavior);
  expect(new Set(PERSONALITIES.map(({ key }) => key)).size).toBe(12);
  for (const wrong of [
    { habits: { hums: 1 } },
    { voice: "nobody" },
    { patience: { thinksMs: { from: 2, to: 1 } } },
    { language: "?" },
  ])
    expect(CallerBehavior.safeParse(wrong).success).toBe(false);
});

test("a written line that interrupts is said into the answer to the line before, by sound alone", async () => {
  const steps = [{ say: "A table, please." }, { say: "For four.", interrupts: true }, { say: "Thank you." }];
  const acts = await actsOf({ steps, medium: "sound", behavior: undefined });
  expect(acts.map((act) => (act.do === "say" ? [act.meant, act.when, act.listensMs !== undefined] : act.do))).toEqual([
    ["A table, please.", "quiet", true],
    ["For four.", "interrupt", false],
    ["Thank you.", "quiet", false],
    "hang-up",
  ]);
  const written = await actsOf({ steps, behavior: undefined });
  expect(written.map((act) => act.listensMs)).toEqual([undefined, undefined, undefined, undefined]);
});

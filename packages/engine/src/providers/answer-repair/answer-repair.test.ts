import { describe, expect, it } from "vitest";
import type { ModelPart } from "../../model/language-model.ts";
import { AnswerRepair, type AnswerRepairOptions } from "./answer-repair.ts";

const OPTIONS: AnswerRepairOptions = { tools: ["book_table"], ownNames: ["riley"], beginsWithThoughts: false, newId: () => "id" };

function repairOf(pieces: readonly string[], options: Partial<AnswerRepairOptions> = {}) {
  const repair = new AnswerRepair({ ...OPTIONS, ...options });
  const parts: ModelPart[] = [...pieces.flatMap((piece) => repair.add(piece)), ...repair.end()];
  return {
    said: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    calls: parts.flatMap((part) => (part.type === "tool-call" ? [[part.name, JSON.parse(part.arguments) as unknown]] : [])),
    repairs: parts.flatMap((part) => (part.type === "repaired" ? [part.what] : [])),
  };
}

const characters = (text: string) => [...text];
const FRIDAY = { people: 2, day: "Friday" };
const CALL = [["book_table", FRIDAY]];

/** The text of an answer, the words spoken from it, the calls, and the reports. Each text comes whole, and character by character. */
const ANSWERS: Record<string, [text: string, said: string, calls?: unknown[], repairs?: string[]]> = {
  "Hermes and Qwen": [
    'Sure.\n<tool_call>\n{"name": "book_table", "arguments": {"people": 2, "day": "Friday"}}\n</tool_call>',
    "Sure.",
    CALL,
  ],
  "a call without its end": ['<tool_call>{"name": "book_table", "arguments": {"people": 2, "day": "Friday"}}', "", CALL],
  "two calls, the first without its end": [
    '<tool_call>{"name": "book_table", "arguments": {"people": 2, "day": "Friday"}}<tool_call>{"name": "book_table", "arguments": {"people": 2, "day": "Friday"}}</tool_call>',
    "",
    [...CALL, ...CALL],
  ],
  "Llama, two calls": [
    '{"name": "book_table", "parameters": {"people": 2, "day": "Friday"}}; {"name": "book_table", "parameters": {"people": 2, "day": "Friday"}}',
    "",
    [...CALL, ...CALL],
  ],
  "Llama's function tag": ['<function=book_table>{"people": 2, "day": "Friday"}</function>', "", CALL],
  "Qwen Coder": [
    "<tool_call>\n<function=book_table>\n<parameter=people>\n2\n</parameter>\n<parameter=day>\nFriday\n</parameter>\n</function>\n</tool_call>",
    "",
    CALL,
  ],
  "Gemma 4": ['<|tool_call>call:book_table{people:2,day:<|"|>Friday<|"|>}<tool_call|>', "", CALL],
  "Llama 4, Python": ['[book_table(people=2, day="Friday")]', "", CALL],
  Kimi: [
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.book_table:0<|tool_call_argument_begin|>{"people": 2, "day": "Friday"}<|tool_call_end|><|tool_calls_section_end|>',
    "",
    CALL,
  ],
  DeepSeek: [
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>book_table\n```json\n{"people": 2, "day": "Friday"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "",
    CALL,
  ],
  "gpt-oss, a call": [
    '<|channel|>analysis<|message|>Book.<|end|><|start|>assistant<|channel|>commentary to=functions.book_table <|constrain|>json<|message|>{"people":2,"day":"Friday"}<|call|>',
    "",
    CALL,
  ],
  "words after a call, which cannot know its answer": [
    '<tool_call>{"name": "book_table", "arguments": {"people": 2, "day": "Friday"}}</tool_call>\nIt is booked!',
    "",
    CALL,
  ],
  "a call of an unknown tool": [
    'One moment. <tool_call>{"name": "search_web", "arguments": {}}</tool_call>',
    "One moment. ",
    [],
    ["call-dropped"],
  ],
  "a call that is not understood": ["<tool_call>book!</tool_call>", "", [], ["call-dropped"]],
  "a call that is cut": ['[TOOL_CALLS][{"name": "book_table", "argum', "", [], ["call-dropped"]],
  "thoughts in other brackets": ["◁think▷Hm.◁/think▷Yes. [THINK]Hm.[/THINK]No.", "Yes. No."],
  "an end without thoughts": ["</think>\n\nYes.", "Yes."],
  "an interjection that is said": ["Okay, for how many?", "Okay, for how many?"],
  "thoughts before a tag that is said": ["Okay, the user wants <b>. Ask.</think>For how many?", "For how many?"],
  "words about a user, without thoughts": ["The user manual is here.", "The user manual is here."],
  "the header of Llama": ["<|start_header_id|>assistant<|end_header_id|>\n\nYes.<|eot_id|>", "Yes."],
  "a role without its token": ["assistant\nYes, we do.\nuser\nThanks", "Yes, we do.", [], ["invented-turn"]],
  "a turn of the caller alone": ["User: Two people.", "", [], ["invented-turn"]],
  "a turn in bold": ["For how many?\n**User:** Two.", "For how many?", [], ["invented-turn"]],
  "a customer's turn after a question": ["For how many?\n\nCustomer: Two.", "For how many?", [], ["invented-turn"]],
  "a customer in a list": ["Your booking:\nCustomer: Ada\nDay: Friday", "Your booking:\nCustomer: Ada\nDay: Friday"],
  "a login in a list": ["Your login is:\nUser: ada\nPassword: none", "Your login is:\nUser: ada\nPassword: none"],
  "the own name in bold": ["**Riley:** Yes.\nRiley: We do.", "Yes.\nWe do."],
  "a name of somebody else": ["Ada: two. Rileys: three.", "Ada: two. Rileys: three."],
  "code, and signs in words": [
    "If a < b, <b>bold</b> or x<y> then [1] `<tag>` {x} 5 <|> 3 and <3.",
    "If a < b, <b>bold</b> or x<y> then [1] `<tag>` {x} 5 <|> 3 and <3.",
  ],
  "code in a fence": ['Use:\n```json\n{"people": 2}\n```\nThat is all.', 'Use:\n```json\n{"people": 2}\n```\nThat is all.'],
  "Python in a fence": ["```python\nprint(1)\n```", "```python\nprint(1)\n```"],
  "JSON that is no call": ['{"name": "Ada", "people": 2}', '{"name": "Ada", "people": 2}'],
  "struck words": ["<s>Ten</s> Eight euros.", "<s>Ten</s> Eight euros."],
  "a sentence said twice": ["We are open today. We are open today. Come!", "We are open today. We are open today. Come!"],
  "short words": ["No. No. No. Thank you. Thank you. Yes. Thank you.", "No. No. No. Thank you. Thank you. Yes. Thank you."],
  "short sentences in a row": ["I'm sorry. ".repeat(5), "I'm sorry. I'm sorry.", [], ["repetition"]],
  "sentences in turn": [
    "I am here. You are there. ".repeat(9),
    "I am here. You are there. I am here. You are there.",
    [],
    ["repetition"],
  ],
  "a line that differs": [
    "Monday eight to four Tuesday eight to four Friday eight to four",
    "Monday eight to four Tuesday eight to four Friday eight to four",
  ],
  digits: ["5 5 5 5 5 5 and 0 0 7 0 0 7 0 0 7", "5 5 5 5 5 5 and 0 0 7 0 0 7 0 0 7"],
  "one word without end": ["the ".repeat(200), "the ".repeat(12).trim(), [], ["repetition"]],
  Chinese: ["我们今天营业到八点。".repeat(9), "我们今天营业到八点。".repeat(2), [], ["repetition"]],
  "Chinese without a full stop": ["我们今天营业，".repeat(9), "我们今天营业，我们今天营业", [], ["repetition"]],
  "short Chinese": ["好的。好的。好的。对不起对不起，哈哈哈哈！", "好的。好的。好的。对不起对不起，哈哈哈哈！"],
  Japanese: ["本日は八時まで営業しております。ありがとうございます。", "本日は八時まで営業しております。ありがとうございます。"],
  "a Thai word without end": ["ครับ".repeat(60), "ครับ".repeat(4), [], ["repetition"]],
  "JSON that repeats itself": [
    '{"a": "I do not know.", "b": "I do not know.", "c": "I do not know."}',
    '{"a": "I do not know.", "b": "I do not know.", "c": "I do not know."}',
  ],
};

describe.each(Object.entries(ANSWERS))("%s", (_, [text, said, calls = [], repairs = []]) => {
  it("comes whole", () => expect(repairOf([text])).toEqual({ said, calls, repairs }));
  it("comes character by character", () => expect(repairOf(characters(text))).toEqual({ said, calls, repairs }));
  it("comes in any two pieces", () => {
    const whole = JSON.stringify({ said, calls, repairs });
    const splits = Array.from(text, (_each, at) => [text.slice(0, at), text.slice(at)]);
    expect(splits.filter((pieces) => JSON.stringify(repairOf(pieces)) !== whole)).toEqual([]);
  });
});

describe("how much waits", () => {
  const saidAfter = (pieces: readonly string[], options: Partial<AnswerRepairOptions> = {}) => {
    const repair = new AnswerRepair({ ...OPTIONS, ...options });
    return pieces.map((piece) =>
      repair
        .add(piece)
        .flatMap((part) => (part.type === "text" ? [part.text] : []))
        .join(""),
    );
  };

  it("is nothing of plain words", () => {
    expect(saidAfter(["Sure", ", for", " how", " many?"])).toEqual(["Sure", ", for", " how", " many?"]);
  });

  it("is a sign until the next character, and an interjection until the next word", () => {
    expect(saidAfter(["a ", "<", " b"])).toEqual(["a ", "", "< b"]);
    expect(saidAfter(["Okay", ",", " for", " how"])).toEqual(["", "", "Okay, for", " how"]);
  });

  it("is a third time that may come, until it does not", () => {
    const twice = "We are open today. We are open today. ";
    expect(saidAfter([twice, "We are ", "open ", "on Friday."])).toEqual([twice.trimEnd(), "", "", " We are open on Friday."]);
  });

  it("is all words of a model whose template opens its thoughts, unless the provider separates them", () => {
    expect(saidAfter(["A table.", " Ask.", "</think>For how many?"], { beginsWithThoughts: true })).toEqual([
      "",
      "",
      "For how many?",
    ]);
    const repair = new AnswerRepair({ ...OPTIONS, beginsWithThoughts: true });
    repair.tellsThoughtsApart();
    expect(repair.add("For how many?")).toEqual([{ type: "text", text: "For how many?" }]);
  });
});

it("says what waited for the end of thoughts when none comes", () => {
  const repair = new AnswerRepair({ ...OPTIONS, beginsWithThoughts: true });
  expect([...repair.add("For how many?"), ...repair.end()]).toEqual([{ type: "text", text: "For how many?" }]);
  expect(repair).toMatchObject({ waitedInVain: true, hasLoneEnd: false });
});

it("learns that only the end of thoughts is written", () => {
  const repair = new AnswerRepair(OPTIONS);
  const parts = [...repair.add("A table is wanted.</think>For how many?"), ...repair.end()];
  expect(parts).toMatchObject([{ text: "A table is wanted." }, { what: "thoughts-spoken" }, { text: "For how many?" }]);
  expect(repair.hasLoneEnd).toBe(true);
});

it("drops what sounds like thoughts before a call of a tool", () => {
  const repair = new AnswerRepair(OPTIONS);
  expect([...repair.add("Okay, the user wants a table."), ...repair.beforeCall()]).toEqual([]);
  const other = new AnswerRepair(OPTIONS);
  expect([...other.add("Let me see."), ...other.beforeCall()]).toEqual([{ type: "text", text: "Let me see." }]);
});

it("leaves JSON and fences alone while there are no tools", () => {
  const text = '```json\n{"name": "book_table", "parameters": {}}\n```';
  expect(repairOf([text], { tools: [] })).toEqual({ said: text, calls: [], repairs: [] });
});

describe("a long answer", () => {
  const FLOODS = [
    "<",
    "{",
    "\n",
    " ",
    "<|x|>",
    "<think></think>",
    "<|channel|>",
    "a",
    "[[call:",
    "User",
    "。",
    "我们",
    "a b ",
    '{"name":"x',
    "```json\n```",
  ];

  it.each(FLOODS)("of %j alone is read, in one piece and in many", { timeout: 30_000 }, (flood) => {
    const text = flood.repeat(Math.ceil(400_000 / flood.length));
    repairOf([text]);
    repairOf(text.match(/[\s\S]{1,7}/g) ?? []);
  });
});

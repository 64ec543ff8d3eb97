import { describe, expect, it } from "vitest";
import { all, call, converse, scripted, spoken, tool, toolbox } from "../testing/scripted-turn.ts";
import { readArguments } from "./tool-arguments.ts";

const NEVER = new AbortController().signal;

const TABLE = {
  type: "object",
  properties: {
    people: { type: "integer", minimum: 1 },
    day: { type: "string", enum: ["Friday", "Saturday"] },
    outside: { type: "boolean" },
    phone: { type: "string", pattern: "^[0-9]+$" },
    dishes: { type: "array", items: { type: "string" } },
    where: { type: "object", properties: { floor: { type: "number" } } },
  },
  required: ["people", "day"],
};
const read = (given: Record<string, unknown>) => readArguments(TABLE, { people: 2, day: "Friday", ...given });

describe("arguments", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["a number that was written as text", { people: "2" }, { people: 2 }],
    ["a word for true", { outside: "True" }, { outside: true }],
    ["a number where a text is wanted", { phone: 5550199 }, { phone: "5550199" }],
    ["one value where a list is wanted", { dishes: "soup" }, { dishes: ["soup"] }],
    ["a list of values of another type", { dishes: [1, "soup"] }, { dishes: ["1", "soup"] }],
    ["a list as JSON text", { dishes: '["soup", "bread"]' }, { dishes: ["soup", "bread"] }],
    ["an object as JSON text", { where: '{"floor": "1.5"}' }, { where: { floor: 1.5 } }],
    ["fields that the schema does not name", { note: null }, { note: null }],
  ])("take %s", (_, given, expected) => {
    expect(read(given)).toEqual({ given: { people: 2, day: "Friday", ...expected } });
  });

  it.each([{ outside: null }, { outside: "" }, { where: null }, { where: { floor: "" } }])(
    "leave out what is optional and empty: %j",
    (given) => {
      const { where } = given as { where?: object | null };
      expect(read(given)).toEqual({ given: { people: 2, day: "Friday", ...(where && { where: {} }) } });
    },
  );

  it.each<[Record<string, unknown>, RegExp[]]>([
    [{ people: undefined }, [/^people is missing: it must be of the type integer$/]],
    [{ people: "two" }, [/^people: .*expected number/]],
    [{ people: "2.5" }, [/^people: /]],
    [{ people: "0" }, [/^people: .*1/]],
    [{ people: null, day: "" }, [/^people: /, /^day: .*"Friday"\|"Saturday"/]],
    [{ dishes: { first: "soup" }, where: [] }, [/^dishes: .*expected array/, /^where: .*expected object/]],
    [{ phone: "none" }, [/^phone: must match the pattern/]],
  ])("name each wrong field and what is expected: %j", (given, problems) => {
    expect(read(given)).toEqual({ problems: problems.map((problem) => expect.stringMatching(problem)) });
  });

  it("do not lose a required field that has a default, or that has no schema", () => {
    const parameters = { type: "object", properties: { size: { type: "string", default: "M" } }, required: ["size", "color"] };
    expect(readArguments(parameters, { color: "red" })).toEqual({ given: { color: "red" } });
    expect(readArguments(parameters, {})).toEqual({ problems: ["color is missing"] });
  });

  it("cost no more than they are long, whatever the schema of a foreign server says", () => {
    let nested: unknown = [];
    let schema: Record<string, unknown> = { type: ["array", "array", "object"] };
    for (let depth = 0; depth < 60; depth++) {
      nested = [nested];
      const items = { ...schema, anyOf: [schema, schema] };
      schema = { type: ["array", "array"], items, properties: { again: schema } };
    }
    const loop = { anyOf: [{ $ref: "#/$defs/loop" }, { $ref: "#/$defs/loop" }] };
    const parameters = { type: "object", properties: { nested: schema, loop }, $defs: { loop }, required: ["nested"] };
    expect(readArguments(parameters, { nested, loop: 1 })).toEqual({ given: { nested, loop: 1 } });
    const large = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, { type: "integer" }]));
    expect(readArguments({ type: "object", properties: large }, { field1: "x" })).toEqual({ given: { field1: "x" } });
  });
});

describe("a call with wrong arguments", () => {
  // `emptyargs` and `wordnum` of the replayed answers of local models.
  it.each(["", '{"people": "two", "day": "Friday"}'])("does not run, and the model learns what is wrong: %j", async (written) => {
    const { model, requests } = scripted(
      [call("book", written, "1")],
      [call("book", { people: "3", day: "Friday" }, "2")],
      ["Booked."],
    );
    const tools = toolbox([tool("book", { parameters: TABLE })]);
    const { conversation, happenings } = converse(model, tools);
    expect(spoken(await all(conversation.reply("Book", NEVER)))).toBe("Booked.");
    expect(tools.ran).toEqual(["book"]);
    expect(requests[1]?.history.at(-1)).toMatchObject({
      answer: { failed: true, result: expect.stringMatching(/not run.*people/) },
    });
    // The executed call, the log and the model's view are the same.
    expect(happenings.at(-1)).toMatchObject({ call: { arguments: { people: 3, day: "Friday" } }, failed: false });
    expect(conversation.history.findLast(({ type }) => type === "tool")).toMatchObject({ call: { arguments: { people: 3 } } });
  });
});

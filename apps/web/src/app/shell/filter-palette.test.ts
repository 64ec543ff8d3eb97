import { expect, test } from "vitest";
import { filterPalette, soughtName } from "./filter-palette.ts";

const groups = [
  { group: "Assistants", actions: ["Agent 7770", "Talk to Agent 777", "Agent 777", "Riley"].map((label) => ({ label })) },
];
const labels = (query: string) => filterPalette(query, groups).flatMap(({ actions }) => actions.map(({ label }) => label));

test("the closest comes first", () => {
  expect(labels("agent 777")).toEqual(["Agent 777", "Agent 7770", "Talk to Agent 777"]);
});

test("words count in any order, and all of them", () => {
  expect(labels("777 TALK")).toEqual(["Talk to Agent 777"]);
  expect(filterPalette("riley 777", groups)).toEqual([]);
});

test("without a query everything stays in its order", () => {
  expect(labels(" ")).toEqual(groups[0]?.actions.map(({ label }) => label));
});

test.each([
  ["Talk to Callee", "Callee"],
  ["talk callee", "callee"],
  ["Callee talk", "Callee talk"],
  [" talk to ", ""],
  ["", ""],
])("%j looks for the name %j", (query, name) => {
  expect(soughtName(query, "Talk to ")).toBe(name);
});

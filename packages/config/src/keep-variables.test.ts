import { expect, test } from "vitest";
import { keepVariables } from "./keep-variables.ts";
import { SecretValue } from "./secrets.ts";

const A = `\${env:A}`;
const B = `\${env:B}`;
const tool = (name: string, key: unknown, more = {}) => ({ function: { name }, server: { headers: { "X-Key": key } }, ...more });
const values: Record<string, string | undefined> = { A: "4711", B: "b-key" };

test.each([
  [
    "an item more",
    [{ content: "PIN 4711" }, { content: "new" }],
    [{ content: `PIN ${A}` }],
    [{ content: `PIN ${A}` }, { content: "new" }],
  ],
  [
    "another order",
    [tool("b", new SecretValue("T_B", "b-key"), { async: true }), tool("a", new SecretValue("T_A", "4711"), { async: true })],
    [tool("a", A), tool("b", B)],
    [tool("b", B, { async: true }), tool("a", A, { async: true })],
  ],
  ["an item less", [tool("b", new SecretValue("T_B", "b-key"))], [tool("a", A), tool("b", B)], [tool("b", B)]],
  ["another item", [tool("c", new SecretValue("T_C", "4711"))], [tool("a", A)], undefined],
  ["other words around a variable", { content: "Code 4711" }, { content: `PIN ${A}` }, undefined],
  ["a mapping instead of a variable", { content: { pin: "4711" } }, { content: A }, undefined],
  ["an escaped variable", { content: `${A} b-key` }, { content: `$${A} ${B}` }, { content: `$${A} ${B}` }],
])("%s: a variable stays with what it belongs to, or is reported as lost", (_, server, file, wanted) => {
  for (const variables of [(name: string) => values[name], () => undefined]) {
    const { value, lost } = keepVariables(server, file, variables);
    if (wanted === undefined) expect(lost).not.toEqual([]);
    else expect({ value, lost }).toEqual({ value: wanted, lost: [] });
  }
});

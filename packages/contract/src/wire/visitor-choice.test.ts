import { expect, test } from "vitest";
import { z } from "zod";
import { CreateWebCall, CreateWebChat, CreateWebChatResponse, referredBy, refusedForVisitors } from "../index.ts";

/** Fields that look like an address and that visitors may set, with the reasons. */
const ALLOWED: Readonly<Record<string, string>> = {
  encryptedPaths: "Paths in the JSON of an answer.",
  recordingPath: "A path in the bucket of a credential, which visitors may not choose.",
  loggingPath: "A path in the bucket of a credential, which visitors may not choose.",
  sipHeaders: "Headers of a call, which is transferred to a number.",
};

const ADDRESS = /(ur[il]|endpoint|server|webhook|host|gateway|header|path|twiml)s?$/i;

type Schema = z.core.$ZodTypes;

/** Names of the fields without a mark that are addresses, or are named like one, and of the ids of credentials and tools. */
function unmarked(root: Schema): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (schema: Schema, field: string) => {
    if (z.globalRegistry.get(schema)?.visitors !== undefined) return;
    const { def } = schema._zod;
    const visitAs = (inner: unknown, name = field) => visit(inner as Schema, name);
    const isUrl = def.type === "string" && "format" in def && def.format === "url";
    if (isUrl || (isLeaf(def.type) && isNamedAddress(field))) found.add(field);
    if (seen.has(schema)) return;
    seen.add(schema);
    if ("innerType" in def) visitAs(def.innerType);
    else if (def.type === "lazy") visitAs((schema as unknown as z.core.$ZodLazy)._zod.innerType);
    else if (def.type === "object") for (const [name, inner] of Object.entries(def.shape)) visitAs(inner, name);
    else if (def.type === "array") visitAs(def.element);
    else if (def.type === "record") visitAs(def.valueType);
    else if (def.type === "union") for (const option of def.options) visitAs(option);
    else if (def.type === "pipe") for (const side of [def.in, def.out]) visitAs(side);
    else if (def.type === "intersection") for (const side of [def.left, def.right]) visitAs(side);
  };
  visit(root, "");
  return [...found].sort();
}

const isLeaf = (type: string) => ["string", "record", "object", "unknown", "any"].includes(type);
const isNamedAddress = (field: string) => ADDRESS.test(field) || ["credential", "tool"].includes(referredBy(field) ?? "");

test("every address that the body of a public route can hold is marked, or is allowed for a reason", () => {
  const bodies = [CreateWebCall, CreateWebChat, CreateWebChatResponse];
  const names = bodies.flatMap((body) => unmarked(body as unknown as Schema));
  expect([...new Set(names)].filter((name) => ALLOWED[name] === undefined)).toEqual([]);
});

test("a deep value of nested unions is searched once, and unmarked fields of the same names pass", () => {
  let assistant: object = { firstMessage: "https://a.example/hello.wav" };
  for (let depth = 0; depth < 10; depth += 1)
    assistant = { model: { tools: [{ type: "handoff", destinations: [{ type: "assistant", assistant }] }] } };
  const path = refusedForVisitors(CreateWebCall, { assistant }, () => false);
  expect(path?.split(".").filter((name) => name === "destinations")).toHaveLength(10);
  const free = { metadata: { url: "https://a.example", server: {} }, variableValues: { firstMessage: "https://a.example" } };
  expect(refusedForVisitors(CreateWebCall, { assistantOverrides: free }, () => false)).toBeUndefined();
});

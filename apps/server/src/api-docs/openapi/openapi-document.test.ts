import { defineRoutes, ErrorBody } from "@callwright/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { openApiDocument } from "./openapi-document.ts";

/** Small routes of every kind. */

const Plan = z.object({ size: z.number().int().default(3) });
const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree).optional();
  },
});
const LateTree = z.lazy(() => Tree);
const Note = z.looseObject({ id: z.uuid(), plan: Plan, tree: LateTree.optional(), other: z.lazy(() => Tree).optional() });

const route = { scope: "private", role: "editor", status: 200, summary: "" } as const;
const document = openApiDocument(
  defineRoutes({
    createNote: {
      ...route,
      method: "POST",
      path: "/v2/sticky-note",
      bodyType: "form",
      body: z.strictObject({ file: z.file().max(100), plan: Plan }),
      response: Note,
    },
    listNotes: {
      ...route,
      method: "GET",
      path: "/{provider}/note",
      params: { provider: z.enum(["paper", "board"]) },
      query: z.object({ tag: z.union([z.string(), z.array(z.string())]).optional(), plan: z.union([Plan, z.string()]) }),
      response: z.array(Note),
    },
    exportNotes: { ...route, method: "GET", path: "/note/export", response: z.string(), mediaType: "text/csv" },
    deleteNote: { ...route, method: "DELETE", path: "/note/{id}", role: "admin", response: z.void() },
  }),
  { Plan, Tree, LateTree, Note, ErrorBody },
);
const operation = (path: string, method: string) => document.paths[path]?.[method];
const jsonOf = (name: string) => ({ content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } });

test("a form is multipart: files as they are, objects as JSON", () => {
  expect(operation("/v2/sticky-note", "post")?.requestBody?.content).toEqual({
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: {
          file: { type: "string", format: "binary", contentEncoding: "binary", maxLength: 100 },
          plan: { $ref: "#/components/schemas/PlanInput" },
        },
        required: ["file", "plan"],
        additionalProperties: false,
      },
      encoding: { plan: { contentType: "application/json" } },
    },
  });
});

test("a schema whose default the server fills in has a form for each way", () => {
  const { Plan: answered, PlanInput: sent } = document.components.schemas;
  expect([answered?.required, sent?.required]).toEqual([["size"], undefined]);
  expect(document.components.schemas.Note?.properties?.plan).toEqual({ $ref: "#/components/schemas/Plan" });
});

test("a schema that holds itself refers to itself", () => {
  expect(document.components.schemas.Tree?.properties?.children).toEqual({
    type: "array",
    items: { $ref: "#/components/schemas/Tree" },
  });
});

test("a schema that is read late is the real one", () => {
  const tree = { $ref: "#/components/schemas/Tree" };
  expect(document.components.schemas.Note?.properties).toMatchObject({ tree, other: tree });
  expect(Object.keys(document.components.schemas)).toEqual(["ErrorBody", "Note", "Plan", "PlanInput", "Tree"]);
});

test("parameters: of the path by their own schema, lists by repeating, objects as JSON", () => {
  expect(operation("/{provider}/note", "get")?.parameters).toEqual([
    { name: "provider", in: "path", required: true, schema: { type: "string", enum: ["paper", "board"] } },
    { name: "tag", in: "query", required: false, schema: { type: "array", items: { type: "string" } } },
    { name: "plan", in: "query", required: true, ...jsonOf("PlanInput") },
  ]);
});

test("an answer is JSON, another media type or nothing", () => {
  expect(operation("/v2/sticky-note", "post")?.responses["200"]).toMatchObject(jsonOf("Note"));
  expect(operation("/note/export", "get")?.responses["200"]).toMatchObject({
    content: { "text/csv": { schema: { type: "string" } } },
  });
  expect(operation("/note/{id}", "delete")?.responses["200"]).not.toHaveProperty("content");
});

test("an operation fails as it can: with a body, with an id, with what the server may lack", () => {
  const statuses = (path: string, method: string) => Object.keys(operation(path, method)?.responses ?? {});
  const always = ["200", "401", "403", "408", "431", "500", "503"];
  expect(statuses("/note/export", "get")).toEqual(always);
  expect(statuses("/{provider}/note", "get")).toEqual([...always, "400", "404", "501", "502"].sort());
  expect(statuses("/v2/sticky-note", "post")).toEqual(
    [...always, "400", "404", "405", "409", "413", "415", "429", "501", "507"].sort(),
  );
});

test("operations belong to the resource of their path, and say who may call them", () => {
  expect(document.tags.map(({ name }) => name)).toEqual(["Sticky note", "Provider", "Note"]);
  expect(operation("/note/{id}", "delete")).toMatchObject({
    description: "Needs a private token with the role admin.",
    security: [{ privateToken: [] }],
    "x-scope": "private",
    "x-role": "admin",
  });
});

import { type PlatformRouteName, platformRoutes, type Route } from "@callwright/contract";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/start-test-server.ts";
import type { OpenApiDocument, OpenApiOperation, OpenApiSchema } from "./openapi-types.ts";

/** The API for programs: `GET /openapi.json`. */

let document: OpenApiDocument;
let first: Response;
let again: Response;

beforeAll(async () => {
  const server = await startTestServer();
  first = await fetch(`${server.url}/openapi.json`);
  document = (await first.json()) as OpenApiDocument;
  again = await fetch(`${server.url}/openapi.json`, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  await server.close();
});

const ROUTES = Object.entries<Route>(platformRoutes) as [PlatformRouteName, Route][];

function operation(name: PlatformRouteName): OpenApiOperation {
  const { method, path } = platformRoutes[name];
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not there`);
  return found;
}

/** The value at a path of JSON pointer parts. */
const follow = (reference: string): unknown =>
  reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document);

function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "$ref" in value && typeof value.$ref === "string" ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

describe("the document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test("refers to nothing that is not there", () => {
    const broken = [...new Set(references(document))].filter((reference) => follow(reference) === undefined);
    expect(broken).toEqual([]);
  });

  test("has every route of the contract, and nothing else", () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(ROUTES.map(([name, { method, path }]) => `${name}: ${method} ${path}`).sort());
  });

  test.each(ROUTES)("describes %s as its route says", (name, route) => {
    const { summary, parameters, requestBody, responses, security, ...others } = operation(name);
    expect(summary).toBe(route.summary);
    expect(others["x-scope"]).toBe(route.scope);
    expect(security.length > 0).toBe(route.scope !== "none");
    const inPath = parameters
      .filter((parameter) => "in" in parameter && parameter.in === "path")
      .map((each) => "name" in each && each.name);
    expect(inPath).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
    expect(requestBody !== undefined).toBe(route.body !== undefined);
    const types = Object.keys((responses[route.status] as { content?: object }).content ?? {});
    expect(types.includes("text/event-stream")).toBe(route.events !== undefined);
    if (route.scope !== "none") expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "403", "500", "503"]));
  });
});

/** Every schema in a value, at any depth. */
function schemasIn(value: unknown): OpenApiSchema[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as OpenApiSchema, ...Object.values(value).flatMap(schemasIn)];
}

describe("what generators of clients need", () => {
  test("every object that is one of several alternatives has a name", () => {
    const unnamed = schemasIn(document).filter(({ anyOf, oneOf }) =>
      [anyOf, oneOf].some((variants) => Array.isArray(variants) && variants.some(({ properties }) => properties !== undefined)),
    );
    expect(unnamed).toEqual([]);
  });

  test("a discriminator leads to each alternative", () => {
    const unions = schemasIn(document).filter(({ discriminator }) => discriminator !== undefined) as {
      discriminator: { propertyName: string; mapping: Record<string, string> };
      oneOf: OpenApiSchema[];
    }[];
    expect(unions.length).toBeGreaterThan(40);
    for (const { discriminator, oneOf } of unions)
      expect(new Set(Object.values(discriminator.mapping))).toEqual(new Set(oneOf.map(({ $ref }) => $ref)));
    expect(document.components.schemas.Voice?.discriminator).toMatchObject({
      propertyName: "provider",
      mapping: { "11labs": "#/components/schemas/Voice11labs" },
    });
  });

  test("every component is used", () => {
    const used = new Set(references(document));
    const unused = Object.keys(document.components.schemas).filter((name) => !used.has(`#/components/schemas/${name}`));
    expect(unused).toEqual([]);
  });

  test("words that JSON Schema lacks begin with x-", () => {
    const own = ["unit", "secret", "connects", "visitors"];
    const isSchema = (schema: OpenApiSchema) => "type" in schema || "$ref" in schema || "anyOf" in schema;
    expect(
      schemasIn(document.components.schemas).filter(
        (each) => isSchema(each) && own.some((word) => word in each && typeof each[word] !== "object"),
      ),
    ).toEqual([]);
    expect(schemasIn(document).some((each) => each["x-unit"] === "ms")).toBe(true);
    expect(document.components.schemas.CreateCredentialOpenai?.properties?.apiKey).toMatchObject({ "x-secret": true });
  });

  test("values that only this server has are marked where they can be written and where they tell variants apart", () => {
    const { Voice, VoiceCallwright, PhoneNumber, CreateTool, CreateToolMake, CreateToolFunction } = document.components.schemas;
    expect(CreateTool?.["x-callwright"]).toEqual(expect.arrayContaining(["make", "output"]));
    expect(CreateToolMake?.properties?.type).toMatchObject({ const: "make", "x-callwright": ["make"] });
    expect(CreateToolFunction?.properties?.type).not.toHaveProperty("x-callwright");
    expect(Voice?.["x-callwright"]).toEqual(["callwright"]);
    expect(VoiceCallwright?.properties?.provider).toMatchObject({ const: "callwright", "x-callwright": ["callwright"] });
    expect(PhoneNumber?.["x-callwright"]).toEqual(["simulated"]);
  });

  test.each(ROUTES.filter(([, { body, bodyType }]) => body && bodyType !== "form"))(
    "the example of %s is valid",
    (name, { body }) => {
      const { example } = operation(name).requestBody?.content["application/json"] ?? {};
      expect(body?.safeParse(example).error?.issues).toBeUndefined();
    },
  );

  test.each(["syncVoiceLibrary", "cloneElevenLabsVoice", "previewLibraryVoice"] as const)(
    "%s asks a provider, which may fail",
    (name) => {
      expect(operation(name).responses).toHaveProperty("502");
    },
  );

  test("every tag is described", () => {
    expect(document.tags.filter(({ name, description }) => description === `Operations of ${name}.`)).toEqual([]);
  });

  test("a stream's schema is the one of its events", () => {
    expect(operation("createWebChat").responses["201"]).toMatchObject({
      content: { "text/event-stream": { schema: { $ref: "#/components/schemas/WebChatEvent" } } },
    });
  });
});

describe("what it tells", () => {
  const schema = (name: string) => document.components.schemas[name] as OpenApiSchema;

  test("named schemas are referred to, in the form that is sent and in the one that is answered", () => {
    const { requestBody, responses } = operation("createAssistant");
    expect(requestBody?.content["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/CreateAssistant" });
    expect(responses["201"]).toMatchObject({
      content: { "application/json": { schema: { $ref: "#/components/schemas/Assistant" } } },
    });
    expect(schema("CreateAssistant").additionalProperties).toBe(false);
    // The server fills in the default, so a request may omit the field.
    expect(schema("CreateWebChat").required).toEqual(["input"]);
  });

  test("every field of a query is a parameter", () => {
    const query = operation("listCalls").parameters.filter((parameter) => "in" in parameter && parameter.in === "query");
    expect(query).toContainEqual({
      name: "limit",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 0, maximum: 1000, default: 100 },
    });
    expect(query).toContainEqual({
      name: "createdAtGt",
      in: "query",
      required: false,
      schema: { $ref: "#/components/schemas/Instant" },
    });
  });

  test("a POST takes an Idempotency-Key, other requests do not", () => {
    const key = { $ref: "#/components/parameters/IdempotencyKey" };
    expect(operation("createAssistant").parameters).toContainEqual(key);
    expect(operation("updateAssistant").parameters).not.toContainEqual(key);
  });

  test("a failure has the one error body, with an example of each code", () => {
    const { Conflict, TooManyRequests } = document.components.responses;
    const json = Conflict?.content?.["application/json"];
    expect(json?.schema).toEqual({ $ref: "#/components/schemas/ErrorBody" });
    expect(json?.examples?.["session-busy"]?.value).toMatchObject({ statusCode: 409, error: "Conflict", code: "session-busy" });
    expect(Object.keys(TooManyRequests?.headers ?? {})).toEqual(["X-Request-Id", "Retry-After"]);
  });
});

describe("how it is served", () => {
  test("to pages of every origin, and in a few bytes to who has it", async () => {
    expect(first.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    expect(first.headers.get("cache-control")).toBe("no-cache");
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("access-control-allow-origin")).toBe("*");
  });
});

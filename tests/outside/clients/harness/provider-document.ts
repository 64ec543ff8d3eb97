import { readFileSync } from "node:fs";
import { z } from "zod";

/**
 * The provider's public API document, which is not part of this repository. `PROVIDER_DOCUMENT` is the path of a copy
 * (github.com/VapiAI/docs, fern/apis/api/openapi.json).
 */
const file = process.env.PROVIDER_DOCUMENT;

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

interface ProviderDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** The operations under `/eval`, and what the document says against an answer. Undefined without a document. */
export function openProviderDocument() {
  if (file === undefined) return undefined;
  const { paths, components } = JSON.parse(readFileSync(file, "utf8")) as ProviderDocument;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      path.startsWith("/eval") && "responses" in operation ? [{ method: method.toUpperCase(), path, ...operation }] : [],
    ),
  );
  const definitions = readable(components.schemas);
  const schemas = new Map<string, z.ZodType>();
  const schemaOf = (schema: object): z.ZodType => {
    const key = JSON.stringify(schema);
    const known =
      schemas.get(key) ??
      z.fromJSONSchema({ ...(readable(schema) as object), $defs: definitions } as z.core.JSONSchema.JSONSchema);
    schemas.set(key, known);
    return known;
  };
  return {
    operations: operations.map(({ method, path }) => `${method} ${path}`).sort(),
    /** The operation that answered, and its mistakes. A fixed path goes before one with an id. */
    check: (method: string, path: string, status: number, body: unknown): { operation: string; problems: string[] } => {
      const [found] = operations
        .filter((each) => each.method === method && patternOf(each.path).test(path))
        .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
      if (!found) return { operation: `${method} ${path}`, problems: ["is no operation of the document"] };
      const operation = `${found.method} ${found.path}`;
      const answer = found.responses[String(status)];
      if (!answer) return { operation, problems: [`status ${status} is not documented`] };
      const schema = answer.content?.["application/json"]?.schema;
      const parsed = schema && schemaOf(schema).safeParse(body);
      const problems = parsed?.error?.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`) ?? [];
      return { operation, problems };
    },
  };
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);

/**
 * References as a plain JSON schema has them. `oneOf` becomes `anyOf`: the document's alternatives overlap. An `allOf` beside it says the same once more.
 */
function readable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(readable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { oneOf, allOf, nullable, discriminator: _, example: __, examples: ___, ...others } = schema as Record<string, unknown>;
  const alternatives = Array.isArray(oneOf) ? { anyOf: oneOf } : allOf === undefined ? {} : { allOf };
  const plain = Object.fromEntries(
    Object.entries({ ...others, ...alternatives }).map(([key, value]) => [key, readableField(key, value)]),
  );
  return nullable === true ? { anyOf: [plain, { type: "null" }] } : plain;
}

function readableField(key: string, value: unknown): unknown {
  if (key === "$ref") return String(value).replace("#/components/schemas/", "#/$defs/");
  // The document writes patterns between slashes.
  if (key === "pattern" && typeof value === "string") return value.replace(/^\/(.*)\/$/, "$1");
  return readable(value);
}

import {
  ErrorBody,
  IDEMPOTENCY_HOURS,
  IDEMPOTENCY_KEY_MAX_CHARACTERS,
  type Route,
  TOKEN_LIFETIME_SECONDS,
} from "@callwright/contract";
import type { z } from "zod";
import { VERSION } from "../../platform/config/version.ts";
import { contractSchemas } from "./contract-schemas.ts";
import { errorComponents } from "./error-responses.ts";
import type { OpenApiDocument, OpenApiOperation, OpenApiSchema } from "./openapi-types.ts";
import { operationOf, tagOf } from "./operation.ts";
import { reachableNames } from "./schema-references.ts";
import { tagDescription } from "./tag-descriptions.ts";

/** The platform's API as an OpenAPI 3.1 document. `names`: the contract's exports. They name the schemas. */
export function openApiDocument(
  routes: Readonly<Record<string, Route>>,
  names: Readonly<Record<string, unknown>>,
): OpenApiDocument {
  const table = Object.entries(routes);
  const schemas = contractSchemas(names, ...schemasOf(table.map(([, route]) => route)));
  const responses = errorComponents();
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [name, route] of table) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: operationOf(name, route, schemas) });
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Callwright",
      version: VERSION,
      summary: "Build, test and run voice agents.",
      description: "The routes of the platform. docs/api.md explains tokens, errors, pages, retries and streams.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This server" }],
    tags: [...new Set(table.map(([, { path }]) => tagOf(path)))].map((name) => ({ name, description: tagDescription(name) })),
    paths,
    components: {
      schemas: usedComponents({ paths, responses }, schemas.components),
      responses,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The components that something refers to. The schema of a query is none: its fields are parameters. */
function usedComponents(uses: unknown, components: Readonly<Record<string, OpenApiSchema>>): Record<string, OpenApiSchema> {
  const used = reachableNames(uses, new Map(Object.entries(components)));
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)));
}

/** The schemas of requests, and those of answers. */
function schemasOf(routes: readonly Route[]): [inputs: z.ZodType[], outputs: z.ZodType[]] {
  const isThere = (schema: z.ZodType | undefined) => schema !== undefined;
  return [
    routes.flatMap(({ query, body, params = {} }) => [query, body, ...Object.values(params)].filter(isThere)),
    [ErrorBody, ...routes.flatMap(({ response, orJson, events }) => [response, orJson, events].filter(isThere))],
  ];
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: `Makes a retry safe: for ${IDEMPOTENCY_HOURS} hours the same request with the same key gets the first answer again.`,
  schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX_CHARACTERS },
} as const;

const HEADERS = {
  RequestId: { description: "Names the request in the server's log. Tell it when you ask for help.", schema: { type: "string" } },
  RetryAfter: { description: "Seconds to wait before the next try.", schema: { type: "integer" } },
} as const;

const bearer = (description: string) => ({ type: "http", scheme: "bearer", description }) as const;
const lifetime = `${TOKEN_LIFETIME_SECONDS} seconds`;

const SECURITY_SCHEMES = {
  userToken: bearer(`Who signed in: GET /api/auth/token of a session answers it. Lasts ${lifetime}.`),
  privateToken: bearer(
    `For servers: an API token with the tag \`private\`, which may do what an editor may, or a person's organization token of GET /org/{id}/auth, which lasts ${lifetime} and may do what the person's role may.`,
  ),
  publicToken: bearer("For web pages: an API token with the tag `public`. It opens the routes for visitors and no other."),
};

import type { Route, RouteScope } from "@callwright/contract";
import type { ContractSchemas } from "./contract-schemas.ts";
import { errorResponses } from "./error-responses.ts";
import { exampleOf } from "./example-value.ts";
import type {
  AnswerDescription,
  MediaType,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiReference,
  OpenApiRequestBody,
  OpenApiSchema,
} from "./openapi-types.ts";
import { fieldsOf } from "./schema-fields.ts";
import { referredName } from "./schema-references.ts";

/** A route in OpenAPI's words. `name`: the route's key in the contract's table. */
export function operationOf(name: string, route: Route, schemas: ContractSchemas): OpenApiOperation {
  const body = route.body && requestBody(route, schemas.input(route.body), schemas);
  return {
    operationId: name,
    summary: route.summary,
    description: whoMayCall(route),
    tags: [tagOf(route.path)],
    security: SECURITY[route.scope],
    parameters: parametersOf(route, schemas),
    ...(body ? { requestBody: body } : {}),
    responses: { [route.status]: success(route, schemas), ...errorResponses(route) },
    "x-scope": route.scope,
    ...(route.scope === "private" || route.scope === "public" ? { "x-role": route.role } : {}),
  };
}

export const EVENT_STREAM = "text/event-stream";

const SECURITY: Record<RouteScope, Record<string, string[]>[]> = {
  none: [],
  user: [{ userToken: [] }],
  account: [{ userToken: [] }, { privateToken: [] }],
  private: [{ privateToken: [] }],
  public: [{ publicToken: [] }, { privateToken: [] }],
};

function whoMayCall({ scope, role }: Route): string {
  if (scope === "none") return "Needs no token.";
  if (scope === "user") return "Needs a user token.";
  if (scope === "account") return "Needs a user token or a private one.";
  if (scope === "public") return "Needs a public or a private token.";
  return role === "viewer"
    ? "Needs a private token."
    : `Needs a private token with the role ${role}${role === "admin" ? "" : " or more"}.`;
}

/** The resource of a path: "Phone number" for `/v2/phone-number/{id}`, "Provider" for `/{provider}/locations`. */
export function tagOf(path: string): string {
  const [segment = ""] = path.split("/").filter((each) => each !== "" && !/^v\d+$/.test(each));
  const words = segment.replace(/[{}]/g, "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parametersOf(route: Route, schemas: ContractSchemas): (OpenApiParameter | OpenApiReference)[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): OpenApiParameter => {
    const own = route.params?.[name];
    return { name, in: "path", required: true, schema: own ? schemas.input(own) : { type: "string", format: "uuid" } };
  });
  const inQuery = route.query ? queryParameters(schemas.input(route.query), schemas) : [];
  const takesKey = route.method === "POST" && route.scope !== "none";
  return [...inPath, ...inQuery, ...(takesKey ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [])];
}

/** Every field of a query is a parameter. */
function queryParameters(query: OpenApiSchema, { components }: ContractSchemas): OpenApiParameter[] {
  const { properties, required } = fieldsOf(query, components);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    ...queryValue(schema, components),
  }));
}

/** A value that may also be a list is described as the list. Its parameter repeats its key, OpenAPI's default. An object is JSON. */
function queryValue(
  schema: OpenApiSchema,
  components: Readonly<Record<string, OpenApiSchema>>,
): Pick<OpenApiParameter, "schema" | "content"> {
  const list = schema.anyOf?.find(({ type }) => type === "array");
  if (list) return { schema: list };
  const object = [schema, ...(schema.anyOf ?? [])].find((each) => isObject(each, components));
  return object ? { content: { "application/json": { schema: object } } } : { schema };
}

function requestBody(
  { body, bodyType = "json" }: Route,
  schema: OpenApiSchema,
  { components }: ContractSchemas,
): OpenApiRequestBody {
  if (bodyType === "json") {
    const example = exampleOf(schema, components);
    return { required: body?.isOptional() !== true, content: { "application/json": { schema, example } } };
  }
  const objects = Object.entries(fieldsOf(schema, components).properties).filter(([, field]) => isObject(field, components));
  const encoding = Object.fromEntries(objects.map(([name]) => [name, { contentType: "application/json" }]));
  return { required: true, content: { "multipart/form-data": { schema, encoding } } };
}

function isObject(schema: OpenApiSchema, components: Readonly<Record<string, OpenApiSchema>>): boolean {
  const name = referredName(schema);
  return name === undefined ? schema.type === "object" : isObject(components[name] ?? {}, components);
}

const BYTES = { type: "string", format: "binary" } as const;
const isBytes = (mediaType: string) => !/^(text\/|application\/json$)/.test(mediaType);

const WITHOUT_BODY = { 200: "Nothing", 201: "Nothing", 302: "Where the file is, in `Location`" } as const;

function success(route: Route, schemas: ContractSchemas): AnswerDescription {
  const { response, mediaType = "application/json", orJson, events, status } = route;
  const isNothing = response.def.type === "void";
  const content: Record<string, MediaType> = {
    ...(isNothing ? {} : { [mediaType]: { schema: isBytes(mediaType) ? BYTES : schemas.output(response) } }),
    ...(orJson ? { "application/json": { schema: schemas.output(orJson) } } : {}),
    // OpenAPI 3.1 cannot describe the events of a stream. Generators read the schema of a stream as the schema of one event.
    ...(events ? { [EVENT_STREAM]: { schema: schemas.output(events) } } : {}),
  };
  return {
    description: isNothing ? WITHOUT_BODY[status] : status === 201 ? "What was made" : "The answer",
    headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

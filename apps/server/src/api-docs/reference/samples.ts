import { callInClient } from "@callwright/contract";
import { exampleOf, FILE_EXAMPLE } from "../openapi/example-value.ts";
import type { OpenApiParameter, OpenApiSchema } from "../openapi/openapi-types.ts";
import type { PlacedOperation } from "../openapi/placed-operations.ts";

type Components = Readonly<Record<string, OpenApiSchema>>;

/** The request that the samples of an operation show. */
interface SampleRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  isForm: boolean;
  hasToken: boolean;
}

function requestOf({ operation }: PlacedOperation, components: Components): SampleRequest {
  const given = operation.parameters.filter((each): each is OpenApiParameter => "name" in each);
  const examples = (place: OpenApiParameter["in"]) =>
    Object.fromEntries(
      given
        .filter((each) => each.in === place && each.required)
        .map((each) => [each.name, exampleOf(parameterSchema(each), components)]),
    );
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    params: examples("path"),
    query: examples("query"),
    body: media && exampleOf(media.schema, components),
    isForm: type === "multipart/form-data",
    hasToken: operation.security.length > 0,
  };
}

/** The schema of a parameter's value. */
export function parameterSchema({ schema, content = {} }: OpenApiParameter): OpenApiSchema {
  return schema ?? Object.values(content)[0]?.schema ?? {};
}

/** The operation with curl. Readers set `$TOKEN` and `$HOST`. */
export function curlSample(placed: PlacedOperation, components: Components): string {
  const { params, query, body, isForm, hasToken } = requestOf(placed, components);
  const path = placed.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
  const lines = [
    `curl ${placed.method === "GET" ? "" : `-X ${placed.method} `}"$HOST${path}${search.size > 0 ? `?${search}` : ""}"`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : isForm
        ? formLines(body)
        : ["-H 'Content-Type: application/json'", `-d ${quote(toJson(body))}`]),
  ];
  return lines.join(" \\\n  ");
}

function formLines(body: unknown): string[] {
  return Object.entries(body as Record<string, unknown>).map(([name, value]) =>
    value === FILE_EXAMPLE
      ? `-F ${name}=@notes.txt`
      : `-F ${quote(`${name}=${typeof value === "string" ? value : toJson(value)}`)}`,
  );
}

/** The operation with `@callwright/client`, as a module of its own. */
export function typescriptSample(placed: PlacedOperation, components: Components): string {
  const { params, query, body } = requestOf(placed, components);
  const { operationId, responses } = placed.operation;
  const options = {
    ...params,
    ...(Object.keys(query).length > 0 ? { query } : {}),
    ...(body === undefined ? {} : { body }),
  };
  const argument = Object.keys(options).length > 0 ? toSource(options) : "";
  const isStream = Object.values(responses).some(
    (answer) => "content" in answer && "text/event-stream" in (answer.content ?? {}),
  );
  const call = callInClient(operationId);
  const maker = isStream ? "createStreams" : "createClient";
  return [
    `import { ${maker} } from "@callwright/client";`,
    "",
    `const client = ${maker}({ baseUrl: "https://voice.example.com", token: () => "your token" });`,
    isStream
      ? `for await (const event of client.${call}(${argument})) console.log(event);`
      : `console.log(await client.${call}(${argument}));`,
  ].join("\n");
}

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

/** Quoted for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** As an object literal. */
function toSource(value: unknown): string {
  return toJson(value)
    .replace(/^(\s*)"([a-z_$][\w$]*)":/gim, "$1$2:")
    .replaceAll(JSON.stringify(FILE_EXAMPLE), 'new File(["…"], "notes.txt")');
}

import { type Fields, type JsonSchema, TOOL_ANSWER_MAX_BYTES } from "@callwright/contract";
import type { RetriedRequest } from "../../credential/outgoing/retry-request.ts";
import { type EncryptArguments, encryptValue } from "./encrypt-arguments.ts";
import { asFields, asObject, chosenParameters, fill, fillHeaders, type OwnValue, rendered, WHOLE_BODY } from "./fill-schema.ts";
import { renderFixed, withoutFixed } from "./fixed-parameters.ts";
import { mentionedNames, renderUrl, strictRenderer } from "./render-values.ts";
import { requestUrl } from "./request-address.ts";
import { timeoutMsOf } from "./run-request.ts";
import type { ToolOf } from "./tool-source.ts";

type ApiRequestTool = ToolOf<"apiRequest">;
const WITHOUT_BODY: readonly string[] = ["GET", "DELETE"];
const FORM = "application/x-www-form-urlencoded";

/** What the model chooses: the parameters of `function`, and the fields of body and headers without a fixed `value`. */
export function apiParameters({ function: definition, body, headers, parameters }: ApiRequestTool): Fields {
  const schema = chosenParameters(definition?.parameters as JsonSchema | undefined, asObject(body), headers);
  return withoutFixed(schema, parameters);
}

/**
 * The request of a tool call. URL, headers and `value`s are templates over the conversation's variables and the arguments. An argument that
 * neither a template nor the headers use is a field of the body; of a request without a body, a query parameter, unless the URL has one of
 * that name. Encrypted arguments are encrypted wherever they are used, and so are values of body and headers at their paths. Fails with a `TemplateError` or a `ToolRequestError`.
 */
export function apiRequest(
  tool: ApiRequestTool,
  args: Fields,
  encrypt: EncryptArguments,
  variables: Fields,
  now: () => Date,
): RetriedRequest {
  const chosen = encrypt(args);
  const values = { ...variables, ...chosen };
  const render = strictRenderer(values, now);
  const given = { ...chosen, ...encrypt(renderFixed(tool.parameters, render)) };
  const withFixed = { ...values, ...given };
  const renderAll = strictRenderer(withFixed, now);
  const ownOf =
    (where: string): OwnValue =>
    (value, path) =>
      encryptValue(encrypt, rendered(where, renderAll)(value, path), path);
  const headers = fillHeaders(tool.headers, given, ownOf("the headers"));
  const url = requestUrl(renderUrl(tool.url, withFixed, now));
  const payload = payloadOf(tool, given, ownOf("the body"));
  const hasBody = !WITHOUT_BODY.includes(tool.method);
  if (!hasBody) addQuery(url, payload);
  return {
    method: tool.method,
    url,
    headers,
    body: hasBody ? encodeBody(payload, headers) : "",
    credentialId: tool.credentialId,
    timeoutMs: timeoutMsOf(tool),
    backoffPlan: tool.backoffPlan,
    maxBytes: TOOL_ANSWER_MAX_BYTES,
    chosen: Object.values(given).map(String),
  };
}

/** The fields of the body's schema, then arguments that no template or header uses. */
function payloadOf({ url, headers, body }: ApiRequestTool, given: Fields, own: OwnValue): unknown {
  if (body && body.type !== "object") return fill(body, given[WHOLE_BODY], own, [WHOLE_BODY]);
  const used = mentionedNames(url, JSON.stringify(headers ?? {}), JSON.stringify(body ?? {}));
  const named = new Set([...Object.keys(headers?.properties ?? {}), ...Object.keys(body?.properties ?? {})]);
  const more = Object.entries(given).filter(([name]) => !used.has(name) && !named.has(name));
  return { ...asFields(fill(body, given, own)), ...Object.fromEntries(more) };
}

function addQuery(url: URL, payload: unknown): void {
  // Query parameters that the URL's template sets are not added twice.
  const own = new Set(url.searchParams.keys());
  for (const [name, value] of queryOf(payload)) if (!own.has(name)) url.searchParams.append(name, value);
}

/** A list is one parameter for each entry; an object is JSON. */
function queryOf(payload: unknown): [string, string][] {
  const text = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));
  return Object.entries(asFields(payload)).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, text(each)]),
  );
}

function encodeBody(payload: unknown, headers: Record<string, string>): string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  return type?.startsWith(FORM) ? new URLSearchParams(queryOf(payload)).toString() : JSON.stringify(payload ?? {});
}

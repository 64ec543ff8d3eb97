import { type Html, html } from "../../platform/http/html.ts";
import { OPENAPI_PATH } from "../../platform/http/own-paths.ts";
import type { OpenApiDocument } from "../openapi/openapi-types.ts";
import type { PlacedOperation } from "../openapi/placed-operations.ts";
import { ERRORS_PATH, resourcePath } from "./reference-paths.ts";

/** The rules of all routes, and a list of the routes with a search. */
export function overviewPage({ info, tags, components }: OpenApiDocument, operations: readonly PlacedOperation[]): Html {
  return html`<p>
      Version ${info.version}. The same for tools: <a href="${OPENAPI_PATH}">OpenAPI 3.1</a>. Each request brings
      <code>Authorization: Bearer …</code> with one of these tokens:
    </p>
    <dl>
      ${Object.entries(components.securitySchemes).map(
        ([name, { description }]) =>
          html`<dt>${TOKEN_NAMES[name] ?? name}</dt>
            <dd>${description}</dd>`,
      )}
    </dl>
    <p>
      Bodies are JSON; fields a route does not know are refused. A failure has one of the <a href="${ERRORS_PATH}">documented errors</a>, and
      every answer an <code>X-Request-Id</code>. A POST takes an <code>Idempotency-Key</code>: ${components.parameters.IdempotencyKey?.description}
    </p>
    <search>
      <label class="filter" hidden>Search the routes <input type="search" id="filter" autocomplete="off" spellcheck="false" /></label>
      <p role="status" id="found"></p>
    </search>
    ${tags.map(
      ({ name }) =>
        html`<section class="resource">
          <h2><a href="${resourcePath(name)}">${name}</a></h2>
          <ul class="routes">
            ${operations.filter(({ operation }) => operation.tags.includes(name)).map((placed) => route(name, placed))}
          </ul>
        </section>`,
    )}`;
}

const TOKEN_NAMES: Record<string, string> = {
  userToken: "User token",
  privateToken: "Private token",
  publicToken: "Public token",
};

function route(tag: string, { method, path, operation }: PlacedOperation): Html {
  return html`<li>
    <a href="${resourcePath(tag)}#${operation.operationId}">
      <span class="method" data-method="${method}">${method}</span> <code>${path}</code> <span class="summary">${operation.summary}</span>
    </a>
  </li>`;
}

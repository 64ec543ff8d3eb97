import type { ErrorBody } from "@callwright/contract";
import { type Html, html } from "../../platform/http/html.ts";
import { API_REFERENCE_PATH } from "../../platform/http/own-paths.ts";
import type { OpenApiDocument, OpenApiSchema } from "../openapi/openapi-types.ts";
import { placedOperations } from "../openapi/placed-operations.ts";
import { fieldsOf } from "../openapi/schema-fields.ts";
import { fieldList, nestedFields } from "./field-list.ts";
import { operationSection } from "./operation-section.ts";
import { overviewPage } from "./overview-page.ts";
import { ERRORS_PATH, resourcePath, schemaPath } from "./reference-paths.ts";
import { typeLabel } from "./type-label.ts";

export interface ReferencePage {
  title: string;
  content: Html;
}

/** Every page of the reference, by path. A page is made when it is requested. */
export function referencePages(document: OpenApiDocument): Map<string, () => ReferencePage> {
  const operations = placedOperations(document);
  const { schemas } = document.components;
  const pages = new Map<string, () => ReferencePage>();
  const add = (path: string, title: string, content: () => Html) =>
    pages.set(path, () => ({ title, content: withNavigation(document, path, title, content()) }));

  add(API_REFERENCE_PATH, "API reference", () => overviewPage(document, operations));
  add(ERRORS_PATH, "Errors", () => errorsPage(document));
  for (const { name } of document.tags) {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    add(resourcePath(name), name, () => html`${own.map((placed) => operationSection(placed, schemas))}`);
  }
  for (const [name, schema] of Object.entries(schemas)) add(schemaPath(name), name, () => schemaContent(schema, schemas));
  return pages;
}

function schemaContent(schema: OpenApiSchema, components: Readonly<Record<string, OpenApiSchema>>): Html {
  const fields = fieldsOf(schema, components);
  const isObject = Object.keys(fields.properties).length > 0;
  return html`${schema.description && html`<p>${schema.description}</p>`}
    ${isObject ? fieldList(fields) : html`<p>${typeLabel(schema)}</p>`} ${!isObject && nestedFields(schema)}
    ${isObject && schema.additionalProperties === false && html`<p>Other fields are refused.</p>`}`;
}

function withNavigation({ tags }: OpenApiDocument, path: string, title: string, content: Html): Html {
  const link = (to: string, label: string) =>
    html`<li><a href="${to}" ${to === path && html`aria-current="page"`}>${label}</a></li>`;
  return html`<nav aria-label="API reference">
      <details class="menu" open>
        <summary>API reference</summary>
        <ul>
          ${link(API_REFERENCE_PATH, "All routes")} ${link(ERRORS_PATH, "Errors")} ${tags.map(({ name }) => link(resourcePath(name), name))}
        </ul>
      </details>
    </nav>
    <main id="content" tabindex="-1">
      <h1>${title}</h1>
      ${content}
    </main>`;
}

/** The error catalogue, by status. */
function errorsPage({ components }: OpenApiDocument): Html {
  const responses = Object.values(components.responses).map(({ content }) =>
    Object.values(content?.["application/json"]?.examples ?? {}).map(({ value }) => value as ErrorBody),
  );
  return html`<p>
      A failed request is answered with its status and an <a href="${schemaPath("ErrorBody")}">ErrorBody</a>. Decide by <code>code</code>, which
      stays; show <code>message</code>, which says what to do. Of a request that is not valid it is a list: one sentence per problem.
    </p>
    ${responses.map(
      (failures) =>
        html`<section>
          <h2 id="${failures[0]?.statusCode}">${failures[0]?.statusCode} ${failures[0]?.error}</h2>
          <dl>
            ${failures.map(
              ({ code, message }) =>
                html`<dt><code>${code}</code></dt>
                  <dd>${typeof message === "string" ? message : message[0]}</dd>`,
            )}
          </dl>
        </section>`,
    )}`;
}

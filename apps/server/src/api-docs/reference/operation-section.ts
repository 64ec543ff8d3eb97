import { type Html, html } from "../../platform/http/html.ts";
import type {
  AnswerDescription,
  MediaType,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiSchema,
} from "../openapi/openapi-types.ts";
import { EVENT_STREAM } from "../openapi/operation.ts";
import type { PlacedOperation } from "../openapi/placed-operations.ts";
import { fieldsOf } from "../openapi/schema-fields.ts";
import { referredName } from "../openapi/schema-references.ts";
import { fieldList } from "./field-list.ts";
import { ERRORS_PATH } from "./reference-paths.ts";
import { curlSample, parameterSchema, typescriptSample } from "./samples.ts";
import { typeLabel } from "./type-label.ts";

type Components = Readonly<Record<string, OpenApiSchema>>;

const BODY = "Body";

/** An operation: its callers, its request, its answers, its errors, and samples. */
export function operationSection(placed: PlacedOperation, components: Components): Html {
  const { method, path, operation } = placed;
  const id = operation.operationId;
  return html`<section class="operation">
    <h2 id="${id}"><a href="#${id}">${operation.summary}</a></h2>
    <p class="address"><span class="method" data-method="${method}">${method}</span> <code>${path}</code></p>
    <p>${operation.description}</p>
    ${parameters(operation, "path", "Path")} ${parameters(operation, "query", "Query")}
    ${contents(operation.requestBody?.content, BODY, components)} ${answers(operation, components)}
    <h3>Errors</h3>
    <p>${errorLinks(operation)}</p>
    <h3>Samples</h3>
    ${sample(`${id} with curl`, "curl", curlSample(placed, components))}
    ${sample(`${id} with TypeScript`, "TypeScript", typescriptSample(placed, components))}
  </section>`;
}

function parameters({ parameters }: OpenApiOperation, place: OpenApiParameter["in"], title: string): Html | undefined {
  const found = parameters.filter((each): each is OpenApiParameter => "name" in each && each.in === place);
  if (found.length === 0) return undefined;
  const properties = Object.fromEntries(found.map((each) => [each.name, parameterSchema(each)]));
  const required = new Set(found.filter((each) => each.required).map(({ name }) => name));
  return html`<h3>${title}</h3>
    ${fieldList({ properties, required })}`;
}

function answers({ responses }: OpenApiOperation, components: Components): Html[] {
  return Object.entries(responses)
    .filter((entry): entry is [string, AnswerDescription] => "description" in entry[1])
    .map(([status, { content }]) =>
      content === undefined
        ? html`<h3>Answer ${status}</h3>
            <p>Nothing.</p>`
        : contents(content, `Answer ${status}`, components),
    );
}

/** The fields of a request are shown. An answer with a name is a link. */
function contents(content: Record<string, MediaType> | undefined, title: string, components: Components): Html {
  return html`${Object.entries(content ?? {}).map(([type, { schema: shown }]) => {
    const isBody = title === BODY;
    const fields = isBody || referredName(shown) === undefined ? fieldsOf(shown, components) : undefined;
    return html`<h3>${title}</h3>
      <p><code>${type}</code>: ${type === EVENT_STREAM && "a stream; each event is "}${typeLabel(shown)}</p>
      ${fields && Object.keys(fields.properties).length > 0 && html`<details ${isBody && html`open`}><summary>Fields</summary>${fieldList(fields)}</details>`}`;
  })}`;
}

function errorLinks({ responses }: OpenApiOperation): Html {
  const statuses = Object.entries(responses).filter(([, response]) => "$ref" in response);
  return html`${statuses.map(([status], index) => html`${index > 0 && ", "}<a href="${ERRORS_PATH}#${status}">${status}</a>`)}`;
}

/** A box that scrolls long lines, also with the keyboard. */
function sample(label: string, language: string, code: string): Html {
  return html`<figure class="sample">
    <figcaption>${language}</figcaption>
    <pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
  </figure>`;
}

import { type Html, html } from "../../platform/http/html.ts";
import type { OpenApiSchema } from "../openapi/openapi-types.ts";
import type { SchemaFields } from "../openapi/schema-fields.ts";
import { referredName } from "../openapi/schema-references.ts";
import { typeLabel } from "./type-label.ts";

/** The fields of an object with their types. The fields of a type without a name are listed in place. */
export function fieldList({ properties, required }: SchemaFields): Html {
  const fields = Object.entries(properties);
  if (fields.length === 0) return html`<p>No fields of its own.</p>`;
  return html`<ul class="fields">
    ${fields.map(([name, schema]) => field(name, schema, required.has(name)))}
  </ul>`;
}

function field(name: string, schema: OpenApiSchema, isRequired: boolean): Html {
  const limits = limitsOf(schema);
  return html`<li>
    <code class="name">${name}</code> <div class="type">${typeLabel(schema)}</div>
    ${isRequired && html`<strong class="required">required</strong>`} ${limits.length > 0 && html`<span class="limits">${limits.join(", ")}</span>`}
    ${schema.description && html`<p>${schema.description}</p>`} ${nestedFields(schema)}
  </li>`;
}

/** The fields of objects without a page: of the schema itself, of the entries of a list, of alternatives. */
export function nestedFields(schema: OpenApiSchema): Html | undefined {
  if (referredName(schema) !== undefined) return undefined;
  const parts = [schema, schema.items as OpenApiSchema | undefined, ...(schema.anyOf ?? schema.oneOf ?? [])];
  const objects = parts.filter((part): part is OpenApiSchema => part?.properties !== undefined);
  if (objects.length === 0) return undefined;
  return html`${objects.map(
    (object) =>
      html`<details>
        <summary>${summaryOf(object)}</summary>
        ${fieldList({ properties: object.properties as Record<string, OpenApiSchema>, required: new Set(object.required) })}
      </details>`,
  )}`;
}

/** The value that distinguishes an alternative from the others, if it has one. */
function summaryOf({ properties = {} }: OpenApiSchema): string {
  const fields = Object.entries(properties as Record<string, OpenApiSchema>);
  const [name, kind] = fields.find(([, schema]) => schema.const !== undefined) ?? [];
  return kind ? `${name} ${JSON.stringify(kind.const)}` : `${fields.length} ${fields.length === 1 ? "field" : "fields"}`;
}

const SHOWN_EXAMPLES = 3;

/** "default 100", "at least 0", "at most 1000 characters" */
function limitsOf(schema: OpenApiSchema): string[] {
  const examples = schema.examples?.slice(0, SHOWN_EXAMPLES).map((example) => JSON.stringify(example)) ?? [];
  const of = (value: number | undefined, words: (value: number) => string) => (value === undefined ? [] : [words(value)]);
  const inner = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  return [
    ...(examples.length > 0 ? [`such as ${examples.join(" or ")}`] : []),
    ...(schema["x-secret"] === true ? ["secret: never answered"] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...of(inner.minimum, (value) => `at least ${value}`),
    ...of(inner.maximum, (value) => `at most ${value}`),
    ...of(inner.exclusiveMinimum as number | undefined, (value) => `more than ${value}`),
    ...of(inner.exclusiveMaximum as number | undefined, (value) => `less than ${value}`),
    ...of(inner.minLength, (value) => `at least ${value} ${value === 1 ? "character" : "characters"}`),
    ...of(inner.maxLength, (value) => `at most ${value} characters`),
    ...of(inner.minItems, (value) => `at least ${value} ${value === 1 ? "entry" : "entries"}`),
    ...of(inner.maxItems, (value) => `at most ${value} entries`),
  ];
}

import { type Html, html } from "../../platform/http/html.ts";
import type { OpenApiSchema } from "../openapi/openapi-types.ts";
import { referredName } from "../openapi/schema-references.ts";
import { schemaPath } from "./reference-paths.ts";

const FORMATS: Record<string, string> = {
  uuid: "UUID",
  "date-time": "date and time (ISO 8601)",
  uri: "URL",
  email: "email address",
};

/** The type of a value in words. A schema with a page is a link. */
export function typeLabel(schema: OpenApiSchema): Html {
  const name = referredName(schema);
  if (name !== undefined) return html`<a href="${schemaPath(name)}">${name}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return enumLabel(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return joined(alternatives.map(typeLabel));
  if (Array.isArray(schema.type)) return joined(schema.type.map((type) => typeLabel({ type })));
  if (schema.contentEncoding === "binary") return html`file`;
  if (schema.type === "array") return schema.items ? html`list of ${typeLabel(schema.items as OpenApiSchema)}` : html`list`;
  if (schema.type === "object") return objectLabel(schema);
  if (schema.type === "integer") return html`whole number`;
  if (schema.type === "string") return html`${FORMATS[schema.format ?? ""] ?? "string"}`;
  return html`${schema.type ?? (schema.allOf ? "object" : "anything")}`;
}

/** With more values than this, all are behind a summary. */
const SHOWN_VALUES = 12;

function enumLabel(values: readonly unknown[]): Html {
  const label = (shown: readonly unknown[]) => joined(shown.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  if (values.length <= SHOWN_VALUES) return label(values);
  return html`<details><summary>one of ${values.length} values</summary>${label(values)}</details>`;
}

function objectLabel({ properties, additionalProperties }: OpenApiSchema): Html {
  if (properties && Object.keys(properties).length > 0) return html`object`;
  if (typeof additionalProperties !== "object" || Object.keys(additionalProperties).length === 0) return html`object`;
  return html`object of ${typeLabel(additionalProperties as OpenApiSchema)} by name`;
}

/** Each label once: a dozen kinds of object are one "object". */
function joined(parts: readonly Html[]): Html {
  const labels = [...new Map(parts.map((part) => [part.toString(), part])).values()];
  return html`${labels.map((part, index) => (index === 0 ? part : html` or ${part}`))}`;
}

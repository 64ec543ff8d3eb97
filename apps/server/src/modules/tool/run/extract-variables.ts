import { isFields, type JsonSchema, type VariableExtractionPlan } from "@callwright/contract";
import { strictRenderer, TemplateError } from "./render-values.ts";

type Values = Record<string, unknown>;

/**
 * The variables that a plan takes from an answer: each property of an object in its schema, an array or a single value under the schema's `title`,
 * and its aliases, whose templates can use the conversation's variables, the extracted ones and the whole answer as `response`. Values that the
 * answer lacks, or has in another type, are left out.
 */
export function extractVariables(
  plan: VariableExtractionPlan | undefined,
  answer: unknown,
  variables: Readonly<Values>,
  now: () => Date,
): Values {
  if (!plan) return {};
  const { schema, aliases = [] } = plan;
  const extracted: Values = schema ? fromSchema(schema, answer) : {};
  const render = strictRenderer({ ...variables, ...asValues(answer), ...extracted, response: answer }, now);
  for (const { key, value } of aliases) {
    try {
      extracted[key] = render(withNamedRoot(value), `alias ${key}`);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
    }
  }
  return extracted;
}

/** Liquid has no names like `$`, which means the whole answer, so it gets another name. */
function withNamedRoot(template: string): string {
  return template.replace(/\{[{%].*?[%}]\}/gs, (tag) => tag.replace(/\$(?=[.[\s|}])/g, "response"));
}

function fromSchema(schema: JsonSchema, answer: unknown): Values {
  const picked = pick(schema, answer);
  if (picked === undefined) return {};
  if (schema.type === "object") return asValues(picked);
  return schema.title === undefined ? {} : { [schema.title]: picked };
}

/** The part of a value that a schema describes. */
function pick(schema: JsonSchema, value: unknown): unknown {
  switch (schema.type) {
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
      if (!schema.properties) return value;
      const fields = Object.entries(schema.properties).map(([name, each]) => [name, pick(each, (value as Values)[name])]);
      return Object.fromEntries(fields.filter(([, each]) => each !== undefined));
    }
    case "array": {
      const { items } = schema;
      if (!Array.isArray(value)) return undefined;
      return items ? value.map((each) => pick(items, each)).filter((each) => each !== undefined) : value;
    }
    case "string":
      return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    default: {
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      return typeof number === "number" && Number.isFinite(number) ? number : undefined;
    }
  }
}

function asValues(value: unknown): Values {
  return isFields(value) ? { ...value } : {};
}

import { createTemplateRenderer, type RenderTemplate } from "@callwright/engine/conversation";

type Values = Readonly<Record<string, unknown>>;

/** A template that does not render, sent as written, would reach a server as nonsense. */
export class TemplateError extends Error {
  constructor(where: string) {
    super(`the template of ${where} cannot be rendered`);
    this.name = "TemplateError";
  }
}

/** As `createTemplateRenderer`, but fails with a `TemplateError` if a template cannot be rendered. */
export function strictRenderer(values: Values, now: () => Date): RenderTemplate {
  return createTemplateRenderer({
    variableValues: { ...values },
    now,
    onProblem: ({ where }) => {
      throw new TemplateError(where);
    },
  });
}

/** A copy of a value with every text in it changed. Names of fields stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}

/** Renders every text in a value. */
export function renderDeep(value: unknown, where: string, render: RenderTemplate): unknown {
  return mapTexts(value, (text) => render(text, where));
}

/** A header has one line. */
export const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");

/** Renders every header. */
export function renderHeaders(headers: Readonly<Record<string, unknown>>, render: RenderTemplate): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, oneLine(render(String(value), `header ${name}`))]),
  );
}

/**
 * Renders the URL of a request. Values are percent-encoded, so that words of a caller cannot change the path or add parameters, except where the
 * template begins with one: that is a base address. A template that encodes by itself (`url_encode`) is left alone.
 */
export function renderUrl(template: string, values: Values, now: () => Date): string {
  const url = template.trim();
  const base = /^\{\{.*?\}\}/.exec(url)?.[0] ?? "";
  const isEncoding = /\|\s*(url_encode|cgi_escape|uri_escape)\b/.test(url);
  const rest = strictRenderer(isEncoding ? values : encodeDeep(values), now)(url.slice(base.length), "the URL");
  return strictRenderer(values, now)(base, "the URL") + rest;
}

/** The names that templates begin with: `{{ order.id | upcase }}` mentions `order`. */
export function mentionedNames(...templates: readonly string[]): ReadonlySet<string> {
  const tags = templates.flatMap((template) => template.match(/\{\{.*?\}\}|\{%.*?%\}/gs) ?? []);
  const names = tags.flatMap((tag) => tag.replace(/\|\s*\w+/g, " ").match(/(?<![\w.-])[A-Za-z_][\w-]*/g) ?? []);
  return new Set(names);
}

function encodeDeep(values: Values): Values {
  return mapTexts(values, encodeURIComponent) as Values;
}

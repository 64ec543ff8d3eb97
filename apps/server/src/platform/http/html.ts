import { html as honoHtml } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Text that is HTML already. */
export type Html = HtmlEscapedString;

/** What may stand between tags: a text is escaped, nothing leaves nothing. */
type Part = Html | string | number | undefined | false | readonly Part[];

/** HTML of a template, its parts escaped. Hono's also takes promises, which pages made of what is in memory never hold. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return honoHtml(strings, ...parts) as Html;
}

import { html as honoHtml } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Text that is HTML already. */
export type Html = HtmlEscapedString;

/** Content between tags: a text is escaped, undefined and false add nothing. */
type Part = Html | string | number | undefined | false | readonly Part[];

/** HTML of a template with escaped parts. Hono's own function also accepts promises, which these pages never contain. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return honoHtml(strings, ...parts) as Html;
}

/** A page without scripts and without content of other origins. `style`: its rules besides those of every page. */
export function htmlPage({ title, style, main }: { title: string; style: Html; main: Html }): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Callwright</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
${style}
</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>`;
}

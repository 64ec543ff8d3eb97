import { type Html, html } from "../../platform/http/html.ts";

interface ConnectPage {
  title: string;
  /** Paragraphs. */
  says: readonly (string | undefined)[];
  /** The next step. */
  link?: { href: string; text: string };
}

/** A page of the connecting: no script, nothing of another origin. */
export function connectPage({ title, says, link }: ConnectPage): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Callwright</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { box-sizing: border-box; width: min(30rem, 100%); padding: 2rem 1.25rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
a.next { display: inline-block; padding: 0.6rem 1rem; border-radius: 6px; text-decoration: none; background: light-dark(#1a1a1a, #f2f2f2); color: light-dark(#fff, #111); }
a.next:focus-visible { outline: 3px solid light-dark(#2563eb, #93c5fd); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${says.flatMap((paragraph) => (paragraph === undefined ? [] : [html`<p>${paragraph}</p>`]))}
${link && html`<p><a class="next" href="${link.href}">${link.text}</a></p>`}
</main>
</body>
</html>`;
}

import { type Html, html } from "../http/html.ts";
import type { OutboxMail } from "./outbox.ts";

/** The stop of a sentence is not part of it. */
const LINK = /(https?:\/\/\S*[^\s.,;:!?])/;

/** The outbox as a page: no script, nothing of another origin. */
export function outboxPage(mails: readonly OutboxMail[]): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Callwright</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid; padding: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>Mails that this server would have sent, newest first. They are sent when SMTP_URL is set. Only this machine can read this page.</p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(article)}
</main>
</body>
</html>`;
}

function article({ to, subject, text, at }: OutboxMail): Html {
  return html`<article>
<h2>${subject}</h2>
<p>To ${to}, <time datetime="${at}">${at}</time></p>
<pre>${text.split(LINK).map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}</pre>
</article>`;
}

import { parseUrl } from "@callwright/contract";
import { html, nothing, type TemplateResult } from "lit";
import type { MarkedToken, Token, Tokens } from "marked";

/** A rendered message has text nodes and a few elements. HTML in it is shown as text. */
export type Rendered = TemplateResult | string | typeof nothing | Rendered[];

const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** Renders Markdown without parsing a string as HTML. */
export function markdown(tokens: readonly Token[]): Rendered {
  return blocks(tokens);
}

function blocks(tokens: readonly Token[]): Rendered[] {
  return tokens.map((token) => block(token as MarkedToken));
}

function block(token: MarkedToken): Rendered {
  switch (token.type) {
    case "paragraph":
      return html`<p>${inline(token.tokens)}</p>`;
    case "heading":
      // Headings of a message must not join the page's outline.
      return html`<p class="heading">${inline(token.tokens)}</p>`;
    case "code":
      return html`<pre tabindex="0"><code>${token.text}</code></pre>`;
    case "blockquote":
      return html`<blockquote>${blocks(token.tokens)}</blockquote>`;
    case "list":
      return list(token);
    case "table":
      return table(token);
    case "hr":
      return html`<hr />`;
    case "space":
    case "def":
      return nothing;
    case "text":
      return token.tokens ? inline(token.tokens) : token.text;
    case "html":
      return html`<p>${token.text.trim()}</p>`;
    default:
      return inlineToken(token);
  }
}

function list({ ordered, start, items }: Tokens.List): Rendered {
  const rows = items.map((item) => html`<li>${blocks(item.tokens)}</li>`);
  return ordered ? html`<ol start=${start || 1}>${rows}</ol>` : html`<ul>${rows}</ul>`;
}

function table({ header, rows }: Tokens.Table): Rendered {
  return html`<div class="table" tabindex="0"><table>
    <thead><tr>${header.map((cell) => html`<th scope="col">${inline(cell.tokens)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell.tokens)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function inline(tokens: readonly Token[]): Rendered[] {
  return tokens.map((token) => inlineToken(token as MarkedToken));
}

function inlineToken(token: MarkedToken): Rendered {
  switch (token.type) {
    case "strong":
      return html`<strong>${inline(token.tokens)}</strong>`;
    case "em":
      return html`<em>${inline(token.tokens)}</em>`;
    case "del":
      return html`<del>${inline(token.tokens)}</del>`;
    case "codespan":
      return html`<code>${token.text}</code>`;
    case "br":
      return html`<br />`;
    case "link":
      return link(token.href, inline(token.tokens));
    case "image":
      // Images are not loaded, because they could report to another server that the message was read.
      return link(token.href, token.text || token.href);
    case "text":
      return token.tokens ? inline(token.tokens) : token.text;
    case "escape":
      return token.text;
    case "checkbox":
      // The checkbox of a task: first in its item, or in the item's first paragraph.
      return token.checked ? "☑ " : "☐ ";
    default:
      return token.raw;
  }
}

/** Other protocols (`javascript:`, `data:`) render as plain text. */
function link(href: string, content: Rendered): Rendered {
  const url = parseUrl(href);
  if (!url || !LINK_PROTOCOLS.has(url.protocol)) return content;
  return html`<a href=${url.href} target="_blank" rel="noopener noreferrer nofollow">${content}</a>`;
}

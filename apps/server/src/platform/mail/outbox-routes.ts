import { BlockList, isIPv6 } from "node:net";
import { PlatformError, parseUrl } from "@callwright/contract";
import type { Config } from "../config/config.ts";
import type { App, AppContext } from "../http/app.ts";
import { type Html, html, htmlPage } from "../http/html.ts";
import type { HttpContext } from "../http/http-context.ts";
import { OUTBOX_PATH } from "../http/own-paths.ts";
import type { Mailer } from "./mailer.ts";
import type { OutboxMail } from "./outbox.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** What proxies add to a request that they pass on. */
const PROXY_HEADER = /^(x-forwarded-|forwarded$|x-real-ip$|via$)/i;

/**
 * The outbox, for people on this machine only: its mails give access to accounts. Returns JSON on request. From other machines, and with a mail
 * server, the page does not exist.
 */
export function outboxRoutes(app: App, { config, mailer }: Pick<HttpContext, "config"> & { mailer: Mailer }): void {
  app.get(OUTBOX_PATH, (c) => {
    if (!mailer.outbox || !isOnThisMachine(c, config)) throw new PlatformError("not-found", { what: "Path" });
    const mails = mailer.outbox.list();
    return c.req.header("accept")?.includes("application/json") ? c.json(mails) : c.html(outboxPage(mails));
  });
}

/**
 * The socket names the other side of the connection, which behind a proxy on this machine is always this machine. So the request may show no sign of
 * a proxy; its host must be this machine's, or a page could point its own name here (DNS rebinding); and with a public PUBLIC_URL there always is a
 * proxy. An unconfigured nginx names this machine as the host and adds no header, but it uses HTTP/1.0, as no browser does. A proxy that rewrites
 * only the host and uses HTTP/1.1 is not noticed.
 */
function isOnThisMachine(c: AppContext, { publicUrl }: Pick<Config, "publicUrl">): boolean {
  const names = Object.keys(c.env.incoming.headers);
  return (
    c.env.incoming.httpVersion !== "1.0" &&
    isLoopback(c.env.incoming.socket.remoteAddress) &&
    isLoopbackUrl(`http://${c.req.header("host")}`) &&
    !names.some((name) => PROXY_HEADER.test(name)) &&
    (publicUrl === undefined || isLoopbackUrl(publicUrl))
  );
}

function isLoopbackUrl(url: string): boolean {
  const hostname = parseUrl(url)?.hostname;
  if (hostname === undefined) return false;
  return hostname === "localhost" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** A period at the end of the sentence is not part of the link. */
const LINK = /(https?:\/\/\S*[^\s.,;:!?])/;

const STYLE = html`body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid; padding: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }`;

function outboxPage(mails: readonly OutboxMail[]): Html {
  const main = html`<h1>Outbox</h1>
<p>Mails that this server would have sent, newest first. They are sent when SMTP_URL is set. Only this machine can read this page.</p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(article)}`;
  return htmlPage({ title: "Outbox", style: STYLE, main });
}

function article({ to, subject, text, at }: OutboxMail): Html {
  return html`<article>
<h2>${subject}</h2>
<p>To ${to}, <time datetime="${at}">${at}</time></p>
<pre>${text.split(LINK).map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}</pre>
</article>`;
}

import type { Assistant } from "@callwright/contract";
import type {} from "@callwright/widget";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openPage, sharedChromium } from "./chromium.ts";
import { newAccount, sharedServerUrl } from "./open-dashboard.ts";
import { type PlatformUser, signUp } from "./platform.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import { openSite } from "./site.ts";

/** A third-party page with the widget: on another origin than the server, with a token that only starts calls and chats there. */
export interface WidgetSite {
  serverUrl: string;
  siteUrl: string;
  user: PlatformUser;
  /** `public-key` and `assistant-id`, as attributes. */
  identity: string;
  /** The element and the script that defines it. */
  widget(attributes?: string, identity?: string): string;
  /** Opens a page of the site. The widget's events, windows and connections are recorded in the page. */
  visit(html: string, options?: VisitOptions): Promise<{ page: Page; errors: string[] }>;
  close(): Promise<void>;
}

interface VisitOptions extends BrowserContextOptions {
  /** The page's content security policy. */
  policy?: string;
  /** Default: the worker's own. */
  browser?: Browser;
  /** Prepares the page before it is opened. */
  prepare?: (page: Page) => Promise<void>;
}

declare global {
  interface Window {
    /** Events of the widget: name and detail. */
    told: [name: string, detail: Record<string, unknown>][];
    tracks: MediaStreamTrack[];
    peers: RTCPeerConnection[];
  }
}

/** A site for the tests of a file, or of a `describe`. Its server is the shared one, or a separate one with this environment. */
export function widgetSite(env?: Record<string, string>): () => WidgetSite {
  let site: WidgetSite | undefined;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    server = env && (await startServerProcess({ env }));
    site = await openWidgetSite(server?.url ?? sharedServerUrl());
  });
  afterAll(async () => {
    await site?.close();
    await server?.stop();
  });
  return () => {
    if (!site) throw new Error("The site is opened before the first test.");
    return site;
  };
}

async function openWidgetSite(serverUrl: string): Promise<WidgetSite> {
  const [site, shared] = await Promise.all([openSite(), sharedChromium()]);
  const user = await signUp(serverUrl, newAccount());
  const riley = (await user.send<Assistant[]>("GET", "/assistant")).body[0];
  const token = await user.send<{ value: string }>("POST", "/token", {
    tag: "public",
    restrictions: { allowedOrigins: [site.url], allowedAssistantIds: [riley?.id] },
  });
  const identity = `public-key="${token.body.value}" assistant-id="${riley?.id}"`;
  return {
    serverUrl,
    siteUrl: site.url,
    user,
    identity,
    widget: (attributes = "", id = identity) =>
      `<callwright-widget ${id} ${attributes}></callwright-widget><script type="module" src="${serverUrl}/widget.js"></script>`,
    visit: async (html, { policy, browser = shared, prepare, ...context } = {}) => {
      site.show({ html, ...(policy ? { policy } : {}) });
      const opened = await openPage(browser, site.url, context);
      await opened.page.addInitScript(watch);
      await prepare?.(opened.page);
      await opened.page.goto("/");
      return opened;
    },
    close: site.close,
  };
}

/** Runs in the page before its own code. */
function watch(): void {
  window.told = [];
  window.tracks = [];
  window.peers = [];
  for (const name of ["call-start", "call-end", "chat-start", "chat-end", "message", "error", "consent-change"])
    document.addEventListener(name, (event) => window.told.push([name, (event as CustomEvent).detail]));
  // Undefined on an insecure page.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const getUserMedia = devices?.getUserMedia.bind(devices);
  if (devices && getUserMedia)
    devices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      window.tracks.push(...stream.getTracks());
      return stream;
    };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      window.peers.push(this);
    }
  };
}

/** A page of a shop with this content. */
export function shopPage(body: string): string {
  return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>A shop</title></head>
<body><main><h1>A shop</h1><p>Bread and cakes.</p></main>${body}</body></html>`;
}

export const launcher = (page: Page): Locator => page.getByRole("button", { name: "Talk with AI" });
export const panel = (page: Page): Locator => page.getByRole("dialog", { name: "Talk with AI" });
export const conversation = (page: Page): Locator => page.getByRole("log", { name: "Conversation" });
export const field = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });
export const startButton = (page: Page): Locator => page.getByRole("button", { name: "Start", exact: true });
export const endButton = (page: Page): Locator => page.getByRole("button", { name: "End Call" });

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** The events of one name, in order. */
export function told(page: Page, name: string): Promise<Window["told"]> {
  return page.evaluate((wanted) => window.told.filter(([event]) => event === wanted), name);
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A third-party web site, on its own origin: any page, with any policy. */
export interface Site {
  url: string;
  /** What the site answers from now on, at every path. */
  show(page: SitePage): void;
  close(): Promise<void>;
}

interface SitePage {
  html: string;
  /** The page's `Content-Security-Policy`. Default: none. */
  policy?: string;
}

export async function openSite(): Promise<Site> {
  let shown: SitePage = { html: "" };
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (shown.policy) response.setHeader("content-security-policy", shown.policy);
    response.end(shown.html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (page) => {
      shown = page;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

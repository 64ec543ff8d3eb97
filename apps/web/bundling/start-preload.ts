import type { Plugin } from "vite";

/** `boot.ts` imports everything else when it runs; the page asks for it at once. */
export const startPreload: Plugin = {
  name: "start-preload",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === "chunk" && file.name === "start")
        .map(({ fileName }) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` } })),
  },
};

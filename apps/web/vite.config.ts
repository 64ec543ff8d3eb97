import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { CHUNK_GROUPS } from "./bundling/chunk-groups.ts";
import { lightNouns } from "./bundling/light-nouns.ts";
import { mantineStyles } from "./bundling/mantine-styles.ts";
import { precompress } from "./bundling/precompress.ts";
import { startPreload } from "./bundling/start-preload.ts";

/** Paths that the server answers; all others belong to the dashboard. */
const SERVER_PATHS = [
  "analytics",
  "api",
  "assistant",
  "call",
  "chat",
  "session",
  "connection",
  "credential",
  "voice-library",
  "provider",
  "11labs",
  "make",
  "ghl",
  "file",
  "knowledge-base",
  "squad",
  "workflow",
  "tool",
  "structured-output",
  "template",
  "phone-number",
  "campaign",
  "do-not-call",
  "test-suite",
  "v2",
  "org",
  "invitation",
  "token",
  "server-status",
  "health",
  "metrics",
  "artifact",
  "dev",
  "docs",
  "openapi\\.json",
  "widget",
  "widget\\.js",
];

/** Serves the visitor page in development, as the server does. */
const visitorPage: Plugin = {
  name: "visitor-page",
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith("/talk/")) request.url = "/talk.html";
      next();
    });
  },
};

const serverUrl = process.env.CALLWRIGHT_SERVER_URL ?? "http://127.0.0.1:3000";

const resolve = { conditions: ["callwright-source", "module", "browser", "development|production"] };

export default defineConfig({
  plugins: [lightNouns, react(), visitorPage, startPreload, mantineStyles, precompress],
  resolve,
  build: {
    target: "es2022",
    // The page's content security policy allows fonts and images from our own origin only, never data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  builder: {},
  // Visitors load a separate page, and so does the API reference, whose content the server inserts. They share no script with the dashboard.
  environments: {
    client: {
      build: {
        // One request for all styles, because all screens together have few.
        cssCodeSplit: false,
        rolldownOptions: { input: "index.html", output: { codeSplitting: { groups: CHUNK_GROUPS } } },
      },
    },
    pages: {
      consumer: "client",
      resolve,
      build: { emptyOutDir: false, rolldownOptions: { input: ["talk.html", "api-reference.html"] } },
    },
  },
  server: {
    // No changeOrigin: the server trusts a request whose Origin is its own Host.
    proxy: { [`^/(${SERVER_PATHS.join("|")})(/|\\?|$)`]: { target: serverUrl, ws: true } },
  },
});

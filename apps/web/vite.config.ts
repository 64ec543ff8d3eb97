import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Paths that the server answers; everything else is the dashboard's own. */
const SERVER_PATHS = [
  "api",
  "assistant",
  "call",
  "chat",
  "org",
  "token",
  "server-status",
  "health",
  "artifact",
  "docs",
  "widget",
  "widget\\.js",
];

const serverUrl = process.env.CALLWRIGHT_SERVER_URL ?? "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ["callwright-source", "module", "browser", "development|production"] },
  build: {
    target: "es2022",
    // The page's content security policy allows fonts and images from our own origin only, never data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // No changeOrigin: the server trusts a request whose Origin is its own Host.
    proxy: { [`^/(${SERVER_PATHS.join("|")})(/|\\?|$)`]: { target: serverUrl, ws: true } },
  },
});

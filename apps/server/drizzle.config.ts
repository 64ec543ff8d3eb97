import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate --name <what changes>` in this folder writes the next migration; commit what it writes. */
export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/db/schema/platform.ts",
    "./src/db/schema/knowledge.ts",
    "./src/db/schema/webhook.ts",
    "./src/db/schema/tool-run.ts",
    "./src/db/schema/cost.ts",
    "./src/db/schema/output-run.ts",
    "./src/db/schema/metric.ts",
    "./src/db/schema/saved-view.ts",
    "./src/db/schema/test-run.ts",
    "./src/db/schema/campaign.ts",
    "./src/db/schema/auth.ts",
    "./src/db/schema/realtime.ts",
    "./src/db/schema/request.ts",
    "./src/db/schema/restore.ts",
  ],
  out: "./drizzle",
});

import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate --name <what changes>` in this folder writes the next migration; commit what it writes. */
export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/db/schema.ts", "./src/auth/schema.ts", "./src/realtime/schema.ts"],
  out: "./drizzle",
});

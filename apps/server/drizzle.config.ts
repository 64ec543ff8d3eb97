/** `node ../../scripts/tool.mjs drizzle-kit generate --name <what changes>` in this folder writes the next migration; commit what it writes. */
export default {
  dialect: "postgresql",
  schema: ["./src/modules/*/tables.ts", "./src/platform/*/tables.ts"],
  out: "./drizzle",
};

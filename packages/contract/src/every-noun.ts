/**
 * A file without code of its own. A bundler keeps all that a namespace names in one script, and `nouns.ts` is in the first script of the dashboard.
 */
export * from "./nouns.ts";

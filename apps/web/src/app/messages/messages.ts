import { en } from "./en.ts";
import { enCalls } from "./en-calls.ts";
import { enTokens } from "./en-tokens.ts";

/** The whole catalogue. A translation has the same shape. */
export const messages = { ...en, ...enCalls, ...enTokens };

import { en } from "./en.ts";
import { enCalls } from "./en-calls.ts";

/** The whole catalogue. A translation has the same shape. */
export const messages = { ...en, ...enCalls };

import { en } from "./en.ts";

/** The whole catalogue. A translation has the same shape. */
export const messages = { ...en };

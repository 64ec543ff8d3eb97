import * as nouns from "./every-noun.ts";
import type { Together } from "./nouns.ts";

type Tables = { [Name in keyof typeof nouns as Name extends `${string}Routes` ? Name : never]: (typeof nouns)[Name] };

/** Every route of the API, by name. */
export const platformRoutes: Together<Tables[keyof Tables]> = Object.assign(
  {},
  ...Object.entries(nouns).flatMap(([name, table]) => (name.endsWith("Routes") ? [table] : [])),
);

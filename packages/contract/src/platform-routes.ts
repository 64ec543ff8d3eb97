import type { Together } from "./nouns.ts";
import * as resources from "./resources.ts";

type Tables = { [Name in keyof typeof resources as Name extends `${string}Routes` ? Name : never]: (typeof resources)[Name] };

/** Every route of the API, by name. */
export const platformRoutes: Together<Tables[keyof Tables]> = Object.assign(
  {},
  ...Object.entries(resources).flatMap(([name, table]) => (name.endsWith("Routes") ? [table] : [])),
);

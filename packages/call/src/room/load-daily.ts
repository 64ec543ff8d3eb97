import type { DailyCallFactory } from "@daily-co/daily-js";
import { libraryUnreachable } from "./daily-failure.ts";

/** The part of the library that a call needs. */
export type DailyLibrary = Pick<DailyCallFactory, "createCallObject">;

/**
 * Loads daily-js, once, and only for rooms at Daily. Its ES module's default export is the factory itself; its types describe another form, with the
 * factory one level deeper.
 */
export async function loadDaily(): Promise<DailyLibrary> {
  const loaded: { default: unknown } = await import("@daily-co/daily-js").catch((cause: unknown) => {
    throw libraryUnreachable(cause);
  });
  const library = loaded.default as DailyLibrary | { default: DailyLibrary };
  return "createCallObject" in library ? library : library.default;
}

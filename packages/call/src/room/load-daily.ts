import type { DailyCallFactory } from "@daily-co/daily-js";
import { libraryUnreachable } from "./daily-failure.ts";

/** The library's part that a call needs. */
export type DailyLibrary = Pick<DailyCallFactory, "createCallObject">;

/**
 * Load daily-js, once. It is no part of a page's start: only rooms at Daily need it. Its default export is the factory itself in its
 * ES module; its types describe the other one, where it lies one level deeper.
 */
export async function loadDaily(): Promise<DailyLibrary> {
  const loaded: { default: unknown } = await import("@daily-co/daily-js").catch((cause: unknown) => {
    throw libraryUnreachable(cause);
  });
  const library = loaded.default as DailyLibrary | { default: DailyLibrary };
  return "createCallObject" in library ? library : library.default;
}

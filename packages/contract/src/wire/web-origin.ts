import { z } from "zod";
import { parseUrl } from "./parse-url.ts";

/** A browser's `Origin`: scheme, host and any non-default port. */
export const WebOrigin = z
  .string()
  .max(300)
  .refine(isOrigin, { error: "must be an origin like https://www.example.com", abort: true })
  .overwrite((text) => new URL(text).origin);

function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  if (!url) return false;
  const { protocol, origin, href } = url;
  // Origins are compared exactly, so a wildcard would never match.
  return (protocol === "https:" || protocol === "http:") && href === `${origin}/` && !origin.includes("*");
}

import { buildStale } from "../../scripts/build.mjs";

/** The browser tests talk to what `npm start` would run, so it is built first. */
export default async function buildProduct(): Promise<void> {
  if (!(await buildStale())) throw new Error("The product does not build; its errors are above.");
}

import { buildStale } from "../../scripts/build.mjs";

/** The browser tests use the product that `npm start` runs, so it is built first. */
export default async function buildProduct(): Promise<void> {
  if (!(await buildStale())) throw new Error("The product does not build; its errors are above.");
}

import { expect, test } from "vitest";
import { countryCodeOf } from "./country-code.ts";

test.each([
  ["de", "DE"],
  [" US ", "US"],
  ["United States", "US"],
  ["united states of america", "US"],
  ["USA", "US"],
  ["U.S.A.", "US"],
  ["Germany", "DE"],
  ["Deutschland", "DE"],
  ["Allemagne", "DE"],
  ["UK", "GB"],
  ["United Kingdom", "GB"],
  ["Österreich", "AT"],
  ["osterreich", "AT"],
  ["Côte d'Ivoire", "CI"],
  ["España", "ES"],
  ["Guinea", "GN"],
  ["Niger", "NE"],
  ["Atlantis", undefined],
  ["", undefined],
  ["-", undefined],
])("%s is %s", (text, code) => {
  expect(countryCodeOf(text)).toBe(code);
});

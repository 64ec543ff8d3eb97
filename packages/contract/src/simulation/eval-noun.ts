import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const evalNoun = defineNoun({
  thing: "Eval",
  label: "eval",
  // Its rows are those of tests.
  changes: [],
  addresses: resourceAddresses("Eval", "/eval"),
});

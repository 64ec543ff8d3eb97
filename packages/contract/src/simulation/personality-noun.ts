import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const personalityNoun = defineNoun({
  thing: "Personality",
  label: "personality",
  changes: ["personality"],
  addresses: resourceAddresses("Personality", "/eval/simulation/personality"),
});

import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const tokenNoun = defineNoun({
  thing: "Token",
  label: "API token",
  changes: ["token"],
  addresses: resourceAddresses("Token", "/token"),
});

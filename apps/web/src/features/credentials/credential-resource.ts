import { CreateCredential } from "@callwright/contract";
import { lazy } from "react";
import { humanValue } from "../../kit/field-names.ts";
import { defineResource } from "../../resource/resource.ts";

const UseTab = lazy(async () => ({ default: (await import("./UseTab.tsx")).UseTab }));

/** Keys to the services of others. */
export const credentialResource = defineResource({
  name: "Credential",
  path: "credentials",
  texts: "credentials",
  schema: CreateCredential,
  initial: {},
  nameOf: ({ name, provider }) => name || humanValue(provider),
  columns: [{ id: "provider", text: ({ provider }) => humanValue(provider), from: "narrow" }],
  mainFields: ["name", "authenticationPlan", "allowedOrigins"],
  tabs: [{ id: "use", component: UseTab }],
});

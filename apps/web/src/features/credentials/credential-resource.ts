import { CreateCredential } from "@callwright/contract";
import { lazy } from "react";
import { humanValue } from "../../kit/field-names.ts";
import { AuthorizationField } from "../../resource/credentials/AuthorizationField.tsx";
import { defineResource } from "../../resource/resource.ts";
import { Connection } from "./Connection.tsx";
import { ConnectMenu } from "./ConnectMenu.tsx";
import { connectionWords } from "./connection-words.ts";

const UseTab = lazy(async () => ({ default: (await import("./UseTab.tsx")).UseTab }));

/** Keys to the services of others. */
export const credentialResource = defineResource({
  name: "Credential",
  path: "credentials",
  texts: "credentials",
  schema: CreateCredential,
  initial: {},
  nameOf: ({ name, provider }) => name || humanValue(provider),
  columns: [
    { id: "provider", text: ({ provider }) => humanValue(provider), from: "narrow" },
    { id: "account", text: connectionWords, from: "wide" },
  ],
  mainFields: ["name", "authenticationPlan", "allowedOrigins"],
  parts: { authorizationId: AuthorizationField },
  tabs: [{ id: "use", component: UseTab }],
  actions: Connection,
  listActions: ConnectMenu,
});

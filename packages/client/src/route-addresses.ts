import type { PlatformRouteName, platformRoutes } from "@callwright/contract";

type Routes = typeof platformRoutes;

/** `open` routes are called without a token; those with `events` can answer with a stream of them. */
type AddressOf<Name extends PlatformRouteName> =
  `${Routes[Name]["method"]} ${Routes[Name]["path"]}${Routes[Name]["scope"] extends "none" ? " open" : ""}${Routes[Name] extends { events: unknown } ? " events" : ""}`;

/**
 * What the client needs of each route at run time. The contract's own table holds the schemas, and with them the validator, which
 * would weigh more than the rest of the client; the type makes this one agree with it, letter by letter.
 */
export const routeAddresses: { readonly [Name in PlatformRouteName]: AddressOf<Name> } = {
  listOrgs: "GET /org",
  createOrg: "POST /org",
  getOrgAuth: "GET /org/{id}/auth",
  getServerStatus: "GET /server-status open",
  createAssistant: "POST /assistant",
  listAssistants: "GET /assistant",
  getAssistant: "GET /assistant/{id}",
  updateAssistant: "PATCH /assistant/{id}",
  replaceAssistant: "PUT /assistant/{id}",
  deleteAssistant: "DELETE /assistant/{id}",
  restoreAssistant: "POST /assistant/{id}/restore",
  getAssistantDraft: "GET /assistant/{id}/draft",
  saveAssistantDraft: "PUT /assistant/{id}/draft",
  discardAssistantDraft: "DELETE /assistant/{id}/draft",
  publishAssistantDraft: "POST /assistant/{id}/publish",
  listAssistantVersions: "GET /assistant/{id}/version",
  createWebCall: "POST /call/web",
  listCalls: "GET /call",
  getCall: "GET /call/{id}",
  listCallEvents: "GET /call/{id}/event",
  updateCall: "PATCH /call/{id}",
  endCall: "POST /call/{id}/end",
  deleteCall: "DELETE /call/{id}",
  restoreCall: "POST /call/{id}/restore",
  createWebChat: "POST /chat/web events",
  createWebChatResponse: "POST /chat/web/responses events",
  createToken: "POST /token",
  listTokens: "GET /token",
  getToken: "GET /token/{id}",
  updateToken: "PATCH /token/{id}",
  deleteToken: "DELETE /token/{id}",
  restoreToken: "POST /token/{id}/restore",
};

export interface RouteAddress {
  method: string;
  /** With `{name}` parameters. */
  path: string;
  /** Whether a bearer token goes with it. */
  needsToken: boolean;
  hasEvents: boolean;
}

export function parseAddress(address: string): RouteAddress {
  const [method = "", path = "", ...marks] = address.split(" ");
  return { method, path, needsToken: !marks.includes("open"), hasEvents: marks.includes("events") };
}

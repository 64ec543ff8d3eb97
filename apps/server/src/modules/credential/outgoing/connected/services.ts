import type { ConnectableProvider } from "@callwright/contract";
import type { Config } from "../../../../platform/config/config.ts";

export type ServiceId = keyof Config["connectClients"];

/** A service that people sign in at, to let this server act for them (OAuth 2.0, authorization code). */
export interface ConnectedService {
  id: ServiceId;
  name: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** Undefined: the service has no request that ends a sign-in. */
  revokeUrl?: string;
  /** Tells the account of an access token. Undefined: the answer with the token does. */
  accountUrl?: string;
  /** Parameters of the authorization request, besides those of RFC 6749. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** Sent with each token request. */
  tokenParams?: Readonly<Record<string, string>>;
  /** Between scopes. */
  scopeSeparator: string;
  /** Whether the service documents PKCE (RFC 7636) for clients with a secret. */
  hasPkce: boolean;
  /** The variables that an operator sets. */
  variables: readonly [string, string];
}

/**
 * By the documentation of November 2026. Google: developers.google.com/identity/protocols/oauth2/web-server. Slack:
 * docs.slack.dev/authentication/installing-with-oauth; PKCE there makes an app a public client for good (docs.slack.dev/authentication/using-pkce), so
 * that its secret protects it instead. GoHighLevel: marketplace.gohighlevel.com/docs/Authorization/OAuth2.0, which documents no PKCE and no revocation.
 */
export const CONNECTED_SERVICES: Readonly<Record<ServiceId, ConnectedService>> = {
  google: {
    id: "google",
    name: "Google",
    authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    revokeUrl: "https://oauth2.googleapis.com/revoke",
    accountUrl: "https://openidconnect.googleapis.com/v1/userinfo",
    // Without this prompt, a person's second sign-in returns no refresh token.
    authorizeParams: { access_type: "offline", prompt: "consent select_account" },
    scopeSeparator: " ",
    hasPkce: true,
    variables: ["GOOGLE_CONNECT_CLIENT_ID", "GOOGLE_CONNECT_CLIENT_SECRET"],
  },
  slack: {
    id: "slack",
    name: "Slack",
    authorizeUrl: "https://slack.com/oauth/v2/authorize",
    tokenUrl: "https://slack.com/api/oauth.v2.access",
    revokeUrl: "https://slack.com/api/auth.revoke",
    scopeSeparator: ",",
    hasPkce: false,
    variables: ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET"],
  },
  gohighlevel: {
    id: "gohighlevel",
    name: "GoHighLevel",
    authorizeUrl: "https://marketplace.gohighlevel.com/oauth/chooselocation",
    tokenUrl: "https://services.leadconnectorhq.com/oauth/token",
    tokenParams: { user_type: "Location" },
    scopeSeparator: " ",
    hasPkce: false,
    variables: ["GOHIGHLEVEL_CLIENT_ID", "GOHIGHLEVEL_CLIENT_SECRET"],
  },
};

interface Connectable {
  service: ServiceId;
  /** The name that people see. */
  name: string;
  scopes: readonly string[];
  /** The permissions of its tools, for the connect page. */
  allows: string;
}

const CALENDAR: Connectable = {
  service: "google",
  name: "Google Calendar",
  scopes: [
    "openid",
    "email",
    "https://www.googleapis.com/auth/calendar.events",
    "https://www.googleapis.com/auth/calendar.freebusy",
  ],
  allows: "see when you are busy, and create events in your calendars",
};

export const CONNECTABLES: Readonly<Record<ConnectableProvider, Connectable>> = {
  "google.calendar.oauth2-client": CALENDAR,
  "google.calendar.oauth2-authorization": CALENDAR,
  "google.sheets.oauth2-authorization": {
    service: "google",
    name: "Google Sheets",
    scopes: ["openid", "email", "https://www.googleapis.com/auth/spreadsheets"],
    allows: "add rows to your spreadsheets",
  },
  "slack.oauth2-authorization": {
    service: "slack",
    name: "Slack",
    scopes: ["chat:write", "chat:write.public"],
    allows: "send messages to channels of your workspace",
  },
  "ghl.oauth2-authorization": {
    service: "gohighlevel",
    name: "GoHighLevel",
    scopes: [
      "calendars.readonly",
      "calendars/events.readonly",
      "calendars/events.write",
      "contacts.readonly",
      "contacts.write",
      "locations.readonly",
      "workflows.readonly",
    ],
    allows: "read your calendars, workflows and contacts, book appointments, and add contacts",
  },
};

export const connectableOf = (provider: unknown): Connectable | undefined =>
  typeof provider === "string" ? (CONNECTABLES as Record<string, Connectable | undefined>)[provider] : undefined;

/** The origin of a service's API: its own, or the operator's replacement. */
export function serviceUrl({ serviceOrigins }: Pick<Config, "serviceOrigins">, address: string): URL {
  const url = new URL(address);
  const replaced = serviceOrigins.get(url.origin);
  return replaced === undefined ? url : new URL(url.pathname + url.search, replaced);
}

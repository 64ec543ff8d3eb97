import { StartError } from "./start-error.ts";

type Prefix = "GOOGLE" | "GITHUB" | "MICROSOFT" | "GOOGLE_CONNECT" | "SLACK" | "GOHIGHLEVEL";
type ClientValues = Readonly<Record<`${Prefix}_CLIENT_ID` | `${Prefix}_CLIENT_SECRET`, string | undefined>>;
interface SocialValues extends ClientValues {
  MICROSOFT_TENANT_ID: string;
  MICROSOFT_AUTHORITY: string | undefined;
  OIDC_ISSUER: string | undefined;
  OIDC_CLIENT_ID: string | undefined;
  OIDC_CLIENT_SECRET: string | undefined;
  OIDC_NAME: string;
  OIDC_SCOPES: string;
}

/** Client id and secret of a service to sign in at; undefined when neither is set. */
function readClient(values: ClientValues, prefix: Prefix) {
  const clientId = values[`${prefix}_CLIENT_ID`];
  const clientSecret = values[`${prefix}_CLIENT_SECRET`];
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new StartError(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET belong together: set both, or neither.`);
  return { clientId, clientSecret };
}

function readOidc({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_SCOPES }: SocialValues) {
  if (issuer === undefined && OIDC_CLIENT_ID === undefined && OIDC_CLIENT_SECRET === undefined) return undefined;
  if (issuer === undefined || OIDC_CLIENT_ID === undefined)
    throw new StartError("OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both, or neither.");
  const scopes = OIDC_SCOPES.split(/\s+/).filter(Boolean);
  return { issuer, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, name: OIDC_NAME, scopes };
}

/** Undefined where a service is not configured. */
export function readSocialSignIn(values: SocialValues) {
  const microsoft = readClient(values, "MICROSOFT");
  const { MICROSOFT_TENANT_ID: tenantId, MICROSOFT_AUTHORITY: authority } = values;
  return {
    google: readClient(values, "GOOGLE"),
    github: readClient(values, "GITHUB"),
    microsoft: microsoft && { ...microsoft, tenantId, ...(authority === undefined ? {} : { authority }) },
    oidc: readOidc(values),
  };
}
export type SocialSignIn = ReturnType<typeof readSocialSignIn>;

/** OAuth clients of the services that credentials are connected with. */
export function readConnectClients(values: ClientValues) {
  return {
    google: readClient(values, "GOOGLE_CONNECT"),
    slack: readClient(values, "SLACK"),
    gohighlevel: readClient(values, "GOHIGHLEVEL"),
  };
}

import { platformRoutes } from "@callwright/contract";

/** The authentication service. */
export const AUTH_PATH = "/api/auth";

/** Whether the server takes new calls, for load balancers. */
export const HEALTH_PATH = "/health";

/** Whether the process answers, for supervisors that restart it otherwise. */
export const LIVE_PATH = "/health/live";

/** For Prometheus, if METRICS_TOKEN is set. */
export const METRICS_PATH = "/metrics";

/** Recordings and files, behind signed links. */
export const BLOB_PATH = "/artifact/";

/** The widget's module. The files that it loads are in the folder of the same name. */
export const WIDGET_PATH = "/widget.js";

/** The script for pages that are written for the hosted provider's script tag. What it loads is in the folder of the same name. */
export const SCRIPT_TAG_PATH = "/vapi-web.js";

/** The packages that this server offers, and under it their files. */
export const PACKAGES_PATH = "/packages";

/** The pages on which people connect an account of another service. */
export const CONNECT_PATH = "/oauth";

/** The API's OpenAPI document, and the pages made from it. */
export const OPENAPI_PATH = "/openapi.json";
export const API_REFERENCE_PATH = "/docs/api";

/** What the operator of a restored server resumes. */
export const RESTORE_PATH = "/restore";

/** E-mails that are not sent because SMTP_URL is not set. */
export const OUTBOX_PATH = "/dev/outbox";

/** The server's paths besides the routes of the contract. */
const OWN = [
  AUTH_PATH,
  HEALTH_PATH,
  METRICS_PATH,
  BLOB_PATH,
  WIDGET_PATH,
  "/widget",
  SCRIPT_TAG_PATH,
  "/vapi-web",
  PACKAGES_PATH,
  CONNECT_PATH,
  OPENAPI_PATH,
  API_REFERENCE_PATH,
  OUTBOX_PATH,
  RESTORE_PATH,
];

/** `/assistant/`, `//assistant` → `/assistant`. Base URLs that end with a slash make such paths. */
export function plainPath(path: string): string {
  const plain = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return plain === "" ? "/" : plain;
}

const firstSegment = (path: string) => path.split("/")[1] ?? "";

const segments = new Set([...OWN, ...Object.values(platformRoutes).map(({ path }) => path)].map(firstSegment));

/** Paths of the API without a GET, which people type to open the dashboard's screen of that name. */
export const TYPED_PATHS: ReadonlySet<string> = new Set(["/analytics"]);

/** Whether a path belongs to the API. The API has singular words at the root; all other paths are the dashboard's. */
export function isApiPath(path: string): boolean {
  return segments.has(firstSegment(path));
}

import { COMPAT_FORMS, COMPAT_HEADER, fromProviderNames, invalid, type Route, toProviderNames } from "@callwright/contract";
import type { AppContext } from "./app.ts";
import type { Caller } from "./caller.ts";
import { requestOrigin } from "./client-address.ts";
import type { HttpContext } from "./http-context.ts";

/** The names in which a client writes and reads. */
export interface ClientNames {
  /** Converts a body to our names. */
  read(body: unknown): unknown;
  /** An answer in the client's. */
  write(answered: unknown): unknown;
  /** The client uses the hosted platform's names. */
  isTheirs: boolean;
}

const OURS: ClientNames = { isTheirs: false, read: (body) => body, write: (answered) => answered };
/** The hosted platform's SDKs of other languages, which read a part with an unknown provider as null. */
const TYPED_CLIENTS = { header: "x-fern-language", except: "JavaScript" };
const PARTS: ReadonlySet<string> = new Set(["model", "voice", "transcriber"]);

/** The hosted platform's names if the request's header or the caller's token asks for them, otherwise ours. Fails with `validation-failed`. */
export function clientNames(
  c: AppContext,
  { method, path }: Route,
  caller: Caller | null,
  { config }: Pick<HttpContext, "config">,
): ClientNames {
  const sent = c.req.header(COMPAT_HEADER);
  const [known] = COMPAT_FORMS;
  if (sent !== undefined && sent !== known) throw invalid(`header ${COMPAT_HEADER} must be ${known}`);
  const ofToken = caller?.kind === "org" ? caller.apiToken?.compat : undefined;
  if ((sent ?? ofToken) !== known) {
    const language = c.req.header(TYPED_CLIENTS.header);
    const mayErase = method === "PATCH" && language !== undefined && language !== TYPED_CLIENTS.except;
    return mayErase ? { ...OURS, read: requireNoNullParts } : OURS;
  }
  const resource = path.replace(/^\/v\d+/, "").split("/")[1] ?? "";
  return {
    isTheirs: true,
    read: (body) => fromProviderNames(body, { resource, isChange: method === "PATCH" }),
    write: (answered) => toProviderNames(answered, { resource, origin: requestOrigin(c, config) }),
  };
}

/** Refuses a part that a typed client could not read and writes back as null. It would erase the part. */
function requireNoNullParts(body: unknown): unknown {
  const problems = nullParts(body, "").map(
    (path) =>
      `${path} is null, and this client reads parts of Callwright as null. Send the header ${COMPAT_HEADER}: ${COMPAT_FORMS[0]} in every request, or leave ${path} out`,
  );
  if (problems.length > 0) throw invalid(...problems);
  return body;
}

function nullParts(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = path === "" ? name : `${path}.${name}`;
    if (name === "metadata" || name === "variableValues") return [];
    return inner === null && PARTS.has(name) ? [place] : nullParts(inner, place);
  });
}

import { setTimeout as delay } from "node:timers/promises";
import { type Fields, PlatformError } from "@callwright/contract";
import { jsonFields } from "../../../../platform/base/json-fields.ts";
import { askOutside, type OutsideAnswer } from "../../../../platform/net/ask-outside.ts";
import { failureDetail } from "../../../../platform/net/host-failure.ts";
import { openConfig } from "../../../../platform/resource-kit/resource-service.ts";
import type { ResourceRow } from "../../../../platform/resource-kit/resource-store.ts";
import { listCredentials } from "../../credential-rows.ts";
import { credential } from "../../tables.ts";
import { retryAfterMs } from "../retry-request.ts";
import { type AccountContext, type AccountState, accessTokenOf } from "./connected-account.ts";
import { connectableOf, serviceUrl } from "./services.ts";

/** Selects an account of a service: that of a credential, or else the newest one. If the assistant names credentials, only these count. */
export interface AccountChoice {
  /** Providers of credentials; an account of any of them will do. */
  providers: readonly string[];
  /** The service's name, for people. */
  name: string;
  credentialId?: string | undefined;
  credentialIds?: readonly string[] | undefined;
}

/** Fails with `credential-unusable` or `connection-missing`. */
export async function findAccount(
  { db }: Pick<AccountContext, "db">,
  orgId: string,
  { providers, name, credentialId, credentialIds = [] }: AccountChoice,
): Promise<ResourceRow> {
  const id = credentialId?.toLowerCase();
  const rows = await listCredentials(db, orgId, providers, id === undefined ? [] : [id]);
  const named = new Set(credentialIds.map((each) => each.toLowerCase()));
  const row = rows.find((each) => named.has(each.id)) ?? rows[0];
  if (row) return row;
  throw id === undefined ? new PlatformError("connection-missing", { name }) : new PlatformError("credential-unusable");
}

export interface ServiceCall {
  method: "GET" | "POST";
  /** An address below the documented origin. */
  url: string;
  query?: Readonly<Record<string, string | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: object;
  /** Sent twice, it does the same as once. */
  isRepeatable: boolean;
}

/** What a service answered instead of doing it, as a sentence for a model and for people. */
export class ServiceRefusal extends Error {
  readonly status: number;
  /** The service's own code or reason. */
  readonly code: string;
  /** The answer. */
  readonly fields: Fields;

  constructor(status: number, code: string, fields: Fields, message: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** A telephone conversation cannot wait longer. */
const RETRY_WAIT_MAX_MS = 5_000;
const RETRY_WAIT_MS = 500;
const REASON_MAX_CHARACTERS = 300;

/** The API of a service, with the account of a credential. */
export function openServiceApi(context: AccountContext, row: ResourceRow, name: string, signal: AbortSignal) {
  async function send({ method, url: address, query = {}, headers, body }: ServiceCall, authorization: string | undefined) {
    const url = serviceUrl(context.config, address);
    for (const [field, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(field, value);
    const answer = await askOutside(context.network, {
      method,
      url,
      headers: {
        "user-agent": "Callwright",
        accept: "application/json",
        ...(body ? { "content-type": "application/json; charset=utf-8" } : {}),
        ...headers,
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    }).catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      throw new ServiceRefusal(0, "unreachable", {}, `${name} cannot be reached: ${failureDetail(cause)}.`);
    });
    return { answer, fields: jsonFields(answer.text) };
  }

  function token(refused?: string): Promise<string> {
    return accessTokenOf(context, row.orgId, row.id, refused).catch((error: unknown) => {
      if (error instanceof PlatformError) throw error;
      throw new ServiceRefusal(0, "no-token", {}, `${name} gives no access right now: ${(error as Error).message}.`);
    });
  }

  function keyHeader(): string {
    const { apiKey } = openConfig<{ apiKey: string; provider: string }>(context, credential, row, ["apiKey"]);
    return `${row.config.provider === "make" ? "Token" : "Bearer"} ${apiKey}`;
  }

  async function authorized(call: ServiceCall): Promise<{ answer: OutsideAnswer; fields: Fields }> {
    if (!connectableOf(row.config.provider)) return send(call, keyHeader());
    const first = await token();
    const answered = await send(call, `Bearer ${first}`);
    return isTokenRefused(answered) ? send(call, `Bearer ${await token(first)}`) : answered;
  }

  function retryMs({ isRepeatable }: ServiceCall, { status, headers }: OutsideAnswer): number | undefined {
    // A request refused with 429 was not carried out, so it can be repeated.
    if (status !== 429 && !(status >= 500 && isRepeatable)) return undefined;
    const waitMs = Math.max(RETRY_WAIT_MS, retryAfterMs(headers["retry-after"], context.now()));
    return waitMs > RETRY_WAIT_MAX_MS ? undefined : waitMs;
  }

  function requireDone(answer: OutsideAnswer, fields: Fields): void {
    const refusal = refusalOf(name, answer, fields, context.now());
    if (refusal) throw refusal;
  }

  return {
    config: row.config,
    connection: (row.state as AccountState).connection,

    /**
     * The JSON of a successful answer. A refused token (401) is refreshed once. After 429, and after 5xx where the call is repeatable, the
     * request is retried once, if the wait is at most 5 s. Fails with a `ServiceRefusal`, or as `accessTokenOf` does.
     */
    async ask(call: ServiceCall): Promise<Fields> {
      let { answer, fields } = await authorized(call);
      const waitMs = retryMs(call, answer);
      if (waitMs !== undefined) {
        await delay(waitMs, undefined, { signal });
        ({ answer, fields } = await authorized(call));
      }
      requireDone(answer, fields);
      return fields;
    },

    /** Sends JSON to an address that the service gave, without the account. Answers what came back. Fails with a `ServiceRefusal`. */
    async send(address: string, body: object): Promise<string> {
      const { answer, fields } = await send({ method: "POST", url: address, body, isRepeatable: false }, undefined);
      requireDone(answer, fields);
      return answer.text.trim() || `${name} took it.`;
    },
  };
}
export type ServiceApi = ReturnType<typeof openServiceApi>;

/** Slack also answers refusals with 200. */
const TOKEN_ERRORS = new Set(["invalid_auth", "token_expired", "token_revoked", "account_inactive"]);

function isTokenRefused({ answer, fields }: { answer: OutsideAnswer; fields: Fields }): boolean {
  return answer.status === 401 || (fields.ok === false && TOKEN_ERRORS.has(String(fields.error)));
}

function refusalOf(name: string, { status, headers }: OutsideAnswer, fields: Fields, now: Date): ServiceRefusal | undefined {
  if (status >= 200 && status < 300 && fields.ok !== false) return undefined;
  const { code, reason } = reasonOf(fields);
  const because = reason === "" ? "" : `: ${reason.slice(0, REASON_MAX_CHARACTERS)}`;
  const refused = (sentence: string) => new ServiceRefusal(status, code, fields, `${sentence}.`.replace(/([.!?])\.$/, "$1"));
  if (status === 401 || TOKEN_ERRORS.has(code)) return refused(`${name} does not accept the connected account${because}`);
  if (status === 429 || /rate_?limit/i.test(code)) {
    const waitSeconds = Math.ceil(retryAfterMs(headers["retry-after"], now) / 1000);
    return refused(`${name} gets too many requests. Try again in ${waitSeconds > 0 ? `${waitSeconds} s` : "a minute"}`);
  }
  if (status >= 500) return refused(`${name} does not work right now (status ${status}). Try again later`);
  if (status === 403) return refused(`${name} does not allow this${because}`);
  if (status === 404) return refused(`${name} did not find it${because}`);
  return refused(`${name} refused this${because === "" ? ` (status ${status})` : because}`);
}

/** Google: `error.message` and `error.errors[].reason`. Slack: `error`. GoHighLevel and Make: `message`, `detail`. */
function reasonOf({ error, message, detail }: Fields): { code: string; reason: string } {
  if (typeof error === "object" && error !== null) {
    const { message: text, errors, status } = error as { message?: unknown; errors?: unknown; status?: unknown };
    const [first] = Array.isArray(errors) ? (errors as Fields[]) : [];
    return { code: String(first?.reason ?? status ?? ""), reason: String(text ?? "") };
  }
  const texts = [message, detail].flat().filter((text) => typeof text === "string");
  return { code: typeof error === "string" ? error : "", reason: texts.join("; ") || (typeof error === "string" ? error : "") };
}

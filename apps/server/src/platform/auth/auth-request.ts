import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "../config/logger.ts";
import type { AuditEntry } from "../http/audit-log.ts";

/** The request that the authentication service is answering. */
export interface AuthRequest {
  log: Logger;
  /** The origin at which its client reaches this server: scheme and host. */
  origin: string;
  /** The data for the audit log. */
  from: Pick<AuditEntry, "ipAddress" | "userAgent" | "requestId">;
  /** The browser may have received a newer cookie than the one that it sent. */
  isCookieReplaced?: boolean;
}

export const authRequest = new AsyncLocalStorage<AuthRequest>();

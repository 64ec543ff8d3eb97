import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "../config/logger.ts";
import type { AuditEntry } from "../http/audit-log.ts";

/** The request that the authentication service is answering. */
export interface AuthRequest {
  log: Logger;
  /** Where its client reaches this server: scheme and host. */
  origin: string;
  /** What the audit log says about it. */
  from: Pick<AuditEntry, "ipAddress" | "userAgent" | "requestId">;
  /** Its browser may have a newer cookie by now than the one that it sent. */
  isCookieReplaced?: boolean;
}

export const authRequest = new AsyncLocalStorage<AuthRequest>();

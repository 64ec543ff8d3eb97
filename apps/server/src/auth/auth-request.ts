import { AsyncLocalStorage } from "node:async_hooks";
import type { AuditEntry } from "../http/audit-log.ts";
import type { Logger } from "../logger.ts";

/** The request that the authentication service is answering. */
export interface AuthRequest {
  log: Logger;
  /** Where its client reaches this server: scheme and host. */
  origin: string;
  /** What the audit log tells of it. */
  from: Pick<AuditEntry, "ipAddress" | "userAgent" | "requestId">;
}

export const authRequest = new AsyncLocalStorage<AuthRequest>();

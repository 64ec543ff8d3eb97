import type { AttemptLimitName } from "@callwright/contract";
import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import type { Database } from "../db/connect.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { AuditLog } from "./audit-log.ts";
import type { Authenticate } from "./caller.ts";

/** What the HTTP kit needs from the server. `ServerContext` extends it. */
export interface HttpContext {
  config: Config;
  log: Logger;
  db: Database;
  secrets: Secrets;
  /** The kit records routes. Record by hand only what happens outside of them. */
  audit: AuditLog;
  authenticate: Authenticate;
  /** Counts attempts that are limited. Fails with `too-many-attempts`. */
  attempts: { take(attempts: readonly { limit: AttemptLimitName; of: string }[]): Promise<void> };
  now: () => Date;
  newId: () => string;
}

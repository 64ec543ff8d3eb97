import type { Attempts } from "./auth/attempts.ts";
import type { Authenticate } from "./auth/authenticate.ts";
import type { BlobStore } from "./blobs/blob-store.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/connect.ts";
import type { AuditLog } from "./http/audit-log.ts";
import type { Logger } from "./logger.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Secrets } from "./secrets.ts";
import type { VisitorRates } from "./visitors/visitor-rates.ts";

/** What every part of the server may use. Made once, by `startServer`. */
export interface ServerContext {
  config: Config;
  log: Logger;
  db: Database;
  /** Recordings and files. */
  blobs: BlobStore;
  secrets: Secrets;
  /** How people are written to. */
  mailer: Mailer;
  /** Who did what. Routes are recorded by themselves; only what happens outside of them is to be recorded by hand. */
  audit: AuditLog;
  /** Who holds this bearer token. */
  authenticate: Authenticate;
  /** How often somebody may try what takes a guess, a mail or a core's time. */
  attempts: Attempts;
  /** How often visitors may start something. */
  visitorRates: VisitorRates;
  now: () => Date;
  newId: () => string;
}

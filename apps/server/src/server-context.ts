import type { Authenticate } from "./auth/authenticate.ts";
import type { BlobStore } from "./blobs/blob-store.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/connect.ts";
import type { Logger } from "./logger.ts";
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
  /** Who holds this bearer token. */
  authenticate: Authenticate;
  /** How often visitors may start something. */
  visitorRates: VisitorRates;
  now: () => Date;
  newId: () => string;
}

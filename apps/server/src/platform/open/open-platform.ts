import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { watchLoopDelay } from "@callwright/engine";
import { createEmbeddings, reportCostlyTexts } from "@callwright/engine/conversation";
import { authenticateApiToken } from "../auth/api-token.ts";
import { createAttempts, UNLIMITED_ATTEMPTS } from "../auth/attempts.ts";
import { createAuth, type PasswordHashing, requireSecretFits } from "../auth/auth.ts";
import { createAuthenticate } from "../auth/authenticate.ts";
import { fetchKeySet } from "../auth/fetch-key-set.ts";
import { createLastUse } from "../auth/last-use.ts";
import { createLiveSessions } from "../auth/live-sessions.ts";
import { createMemberships } from "../auth/memberships.ts";
import { createOrgKeyReader } from "../auth/org-key-reader.ts";
import { authenticateByKeySet } from "../auth/org-key-set.ts";
import { findKeySetOfIssuer } from "../auth/stores/key-sets.ts";
import { openBlobStore } from "../blobs/open-blob-store.ts";
import { loadKnownNames } from "../capabilities/known-names.ts";
import { closeAll } from "../config/close-all.ts";
import type { Config } from "../config/config.ts";
import { explainDataDirFailure, openDataDir } from "../config/data-dir.ts";
import { createLogger, type Logger } from "../config/logger.ts";
import { openDatabase } from "../db/open-database.ts";
import { openHeldWork } from "../held/held-work.ts";
import { createAuditLog } from "../http/audit-log.ts";
import { openPort } from "../http/open-port.ts";
import { CodeRuns } from "../isolation/code/code-runs.ts";
import { startJobBoss } from "../jobs/job-boss.ts";
import { type LocalSpeechOptions, SpeechInstaller } from "../local-speech/local-speech.ts";
import { createMailer } from "../mail/mailer.ts";
import type { Platform } from "../modules/module.ts";
import { createOutsideNetwork } from "../net/outside-network.ts";
import type { ServerContext } from "../platform.ts";
import { loadSecrets } from "../secrets/secrets.ts";
import { openTraces } from "../telemetry/call-traces.ts";
import { ServerMetrics } from "../telemetry/server-metrics.ts";
import { createVisitorRates } from "../visitors/visitor-rates.ts";

/** The built dashboard, seen from `src/platform/open` and from `dist/platform/open`. */
const WEB_FOLDER = fileURLToPath(new URL("../../../../web/dist", import.meta.url));

export interface PlatformOptions {
  /** Limits how often people and addresses may try to sign in and similar actions (`ATTEMPT_LIMITS`). Default true. */
  rateLimit?: boolean;
  /** Folder of the built dashboard. Default: this repository's. */
  webFolder?: string;
  now?: () => Date;
  newId?: () => string;
  passwords?: PasswordHashing;
  localSpeech?: LocalSpeechOptions;
}

/** What the platform takes from the modules. */
interface FromModules extends Pick<Platform, "lifetimes" | "personal"> {
  /** Runs after a person has signed up. */
  onSignUp: (context: Omit<ServerContext, "authenticate" | "visitorRates">, userId: string) => Promise<unknown>;
}

/**
 * Opens what every module stands on: data directory, port (which answers 503 until all is ready), database, authentication, job queue.
 * Fails with a `StartError` when the operator can fix what is wrong.
 */
export async function openPlatform(config: Config, options: PlatformOptions, modules: FromModules) {
  const log = createLogger(config);
  const opened: (() => Promise<void>)[] = [];
  const close = () => closeAll(opened.splice(0).reverse());
  /** Closes what a failed start has opened. Fails with the error, for a full or unwritable data directory with a `StartError`. */
  const fail = async (error: unknown) => {
    await close().catch((cause) => log.error({ err: cause }, "a failed start left something open"));
    throw explainDataDirFailure(error, config.dataDir);
  };
  try {
    const parts = await openParts(config, log, options, modules, opened);
    /** `close` closes the newest first, and all of them before the platform. */
    const add = (one: () => Promise<void>) => void opened.push(one);
    return { ...parts, add, close, fail };
  } catch (error) {
    return fail(error);
  }
}

/** What the server needs of the platform, besides its modules. */
export type OpenPlatform = Awaited<ReturnType<typeof openPlatform>>;

async function openParts(
  config: Config,
  log: Logger,
  options: PlatformOptions,
  { lifetimes, personal, onSignUp }: FromModules,
  opened: (() => Promise<void>)[],
) {
  const { now = () => new Date(), newId = randomUUID, webFolder = WEB_FOLDER } = options;
  await loadKnownNames(config.catalogFile);
  await openDataDir(config.dataDir);
  const port = await openPort(config, log);
  opened.push(port.close);
  const connection = await openDatabase(config, log);
  opened.push(connection.close);
  const { db } = connection;
  const held = await openHeldWork(db, log);
  opened.push(async () => held.close());
  const audit = createAuditLog({ db, log, now, newId });
  const lastUse = createLastUse({ db, log, now });
  opened.push(audit.close, lastUse.close);
  const endOfReports = reportCostlyTexts((exceeded) => log.warn(exceeded, "a text was too costly for a rule"));
  opened.push(async () => endOfReports());
  const localSpeech = new SpeechInstaller(config, { log, now, ...options.localSpeech });
  opened.push(() => localSpeech.close());
  const network = createOutsideNetwork(config.allowPrivateAddresses);
  opened.push(async () => network.close());
  const codeRuns = new CodeRuns();
  opened.push(async () => codeRuns.close());
  const mailer = createMailer(config, log, now);
  opened.push(mailer.close);
  // Requests end after the calls and before the database.
  opened.push(port.finishRequests);
  const secrets = await loadSecrets(config);
  const blobs = await openBlobStore(config, log);
  const attempts = options.rateLimit === false ? UNLIMITED_ATTEMPTS : createAttempts(db, secrets.visitors, now);
  const embeddings = config.embeddings && (await createEmbeddings(config.embeddings));
  const metrics = new ServerMetrics();
  const traces = await openTraces(config, { db, log });
  if (traces) opened.push(traces.close);
  const telemetry: ServerContext["telemetry"] = {
    callEnded: (ended) => {
      metrics.callEnded(ended);
      traces?.callEnded(ended);
    },
  };
  const partial = {
    attempts,
    audit,
    blobs,
    codeRuns,
    config,
    db,
    embeddings,
    held,
    localSpeech,
    log,
    mailer,
    network,
    newId,
    now,
    secrets,
    telemetry,
  };
  const memberships = createMemberships(db, now);
  const liveSessions = createLiveSessions(db, now);
  const auth = createAuth({
    ...partial,
    passwords: options.passwords,
    onSignUp: async (user) => void (await onSignUp(partial, user.id)),
    onSessionEnd: liveSessions.forget,
    onLeave: memberships.forget,
  });
  await requireSecretFits(auth);
  const keySets = {
    findKeySet: (orgId: string, issuer: string) => findKeySetOfIssuer(db, orgId, issuer),
    readOrgKeys: createOrgKeyReader({ readKeys: (url) => fetchKeySet(network, url), log, now }),
    noteUse: lastUse.noteKeySet,
    now,
  };
  // Closed after calls and chats, because it stores their last messages.
  const { boss, close: closeBoss } = await startJobBoss(connection.directUrl, log);
  opened.push(closeBoss);
  const { delay: loopDelay, stop: stopLoopWatch } = watchLoopDelay();
  opened.push(async () => stopLoopWatch());
  const platform: Platform = {
    ...partial,
    authenticate: createAuthenticate({
      readKeySet: () => auth.api.getJwks(),
      authenticateApiToken: (value) => authenticateApiToken(db, lastUse, value),
      authenticateByKeySet: (token, unverified) => authenticateByKeySet(keySets, token, unverified),
      roleOf: memberships.roleOf,
      isLive: liveSessions.isLive,
      now,
    }),
    visitorRates: createVisitorRates(config, now),
    auth,
    boss,
    callDb: connection.callDb,
    lifetimes,
    loopDelay,
    memberships,
    personal,
    origin: config.publicUrl ?? `http://${config.host ?? "localhost"}:${port.number}`,
    webFolder,
  };
  return { platform, port, connection, liveSessions, metrics };
}

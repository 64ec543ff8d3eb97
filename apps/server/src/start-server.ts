import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type ServerStatus, timeLimit } from "@callwright/contract";
import { watchLoopDelay } from "@callwright/engine";
import { createEmbeddings, reportCostlyTexts } from "@callwright/engine/conversation";
import { openApiRoutes } from "./api-docs/openapi/openapi-routes.ts";
import { referenceRoutes } from "./api-docs/reference/reference-routes.ts";
import { realtimeHandlers } from "./functions.ts";
import { messageSources } from "./message-sources.ts";
import { analyticsRoutes } from "./modules/analytics/routes.ts";
import { savedViewRoutes } from "./modules/analytics/views/routes.ts";
import { assistantRoutes } from "./modules/assistant/routes.ts";
import { callFileRoutes } from "./modules/call/api/file-routes.ts";
import { answerIncoming } from "./modules/call/api/incoming-call.ts";
import { callPageRoutes } from "./modules/call/api/page-routes.ts";
import { callRoutes } from "./modules/call/api/routes.ts";
import { findBlobSource } from "./modules/call/artifacts/artifact-source.ts";
import { callNoteRoutes } from "./modules/call/notes/routes.ts";
import { CallService, type CallServiceOptions } from "./modules/call/runtime/call-service.ts";
import { CallSockets } from "./modules/call/runtime/call-sockets.ts";
import { ListenStreams } from "./modules/call/runtime/listen-streams.ts";
import { createListenUrls } from "./modules/call/runtime/listen-url.ts";
import { roomRoutes } from "./modules/call/runtime/room-routes.ts";
import { startCampaignCalls } from "./modules/campaign/campaign-calls.ts";
import { campaignRoutes } from "./modules/campaign/routes.ts";
import { createChatService } from "./modules/chat/chat-service.ts";
import { ChatTurns } from "./modules/chat/chat-turns.ts";
import { chatRoutes } from "./modules/chat/routes.ts";
import { sessionRoutes } from "./modules/chat/session/routes.ts";
import { createTextAnswers } from "./modules/chat/text-answers.ts";
import { priceRoutes } from "./modules/cost/price/routes.ts";
import { connectRoutes } from "./modules/credential/connect-routes.ts";
import { credentialRoutes } from "./modules/credential/routes.ts";
import { doNotCallRoutes } from "./modules/do-not-call/routes.ts";
import { fileRoutes } from "./modules/knowledge/file/routes.ts";
import { knowledgeBaseRoutes } from "./modules/knowledge/knowledge-base/routes.ts";
import { orgAdminRoutes } from "./modules/org/admin-routes.ts";
import { auditRoutes } from "./modules/org/audit/routes.ts";
import { connectionRoutes } from "./modules/org/connection/routes.ts";
import { invitationRoutes } from "./modules/org/invitation/routes.ts";
import { keySetRoutes } from "./modules/org/key-set/routes.ts";
import { orgRoutes } from "./modules/org/routes.ts";
import { ensureOrgs } from "./modules/org/service.ts";
import { tokenRoutes } from "./modules/org/token/routes.ts";
import { catalogRoutes } from "./modules/provider/catalog/routes.ts";
import { localModelRoutes } from "./modules/provider/local-model/routes.ts";
import { providerRoutes } from "./modules/provider/routes.ts";
import { serverStatus } from "./modules/provider/server-status.ts";
import { squadRoutes } from "./modules/squad/routes.ts";
import { structuredOutputRoutes } from "./modules/structured-output/routes.ts";
import { handsetRoutes } from "./modules/telephony/handset/routes.ts";
import { phoneNumberRoutes } from "./modules/telephony/numbers/routes.ts";
import { openLines } from "./modules/telephony/open-lines.ts";
import type { SimulatedTimes } from "./modules/telephony/simulated-line.ts";
import { templateRoutes } from "./modules/template/routes.ts";
import { testSuiteRoutes } from "./modules/test-suite/routes.ts";
import { toolRoutes } from "./modules/tool/routes.ts";
import { voiceLibraryRoutes } from "./modules/voice/library/routes.ts";
import { localSpeechRoutes } from "./modules/voice/local-speech/routes.ts";
import { webhookRoutes } from "./modules/webhook/routes.ts";
import { workflowRoutes } from "./modules/workflow/routes.ts";
import { heldKinds } from "./operator/restore/held-kinds.ts";
import { restoreRoutes } from "./operator/restore/restore-routes.ts";
import { createRestoreService } from "./operator/restore/restore-service.ts";
import { authenticateApiToken } from "./platform/auth/api-token.ts";
import { createAttempts, UNLIMITED_ATTEMPTS } from "./platform/auth/attempts.ts";
import { type Auth, createAuth, type PasswordHashing } from "./platform/auth/auth.ts";
import { authRoutes } from "./platform/auth/auth-routes.ts";
import { createAuthenticate } from "./platform/auth/authenticate.ts";
import { fetchKeySet } from "./platform/auth/fetch-key-set.ts";
import { createLastUse } from "./platform/auth/last-use.ts";
import { createLiveSessions } from "./platform/auth/live-sessions.ts";
import { createMemberships } from "./platform/auth/memberships.ts";
import { createOrgKeyReader } from "./platform/auth/org-key-reader.ts";
import { authenticateByKeySet } from "./platform/auth/org-key-set.ts";
import { createMintOrgToken } from "./platform/auth/org-token.ts";
import { createSignedInUser } from "./platform/auth/signed-in-user.ts";
import { rotateSigningKeys } from "./platform/auth/signing-keys.ts";
import { findKeySetOfIssuer } from "./platform/auth/stores/key-sets.ts";
import { blobRoutes } from "./platform/blobs/blob-routes.ts";
import { openBlobStore } from "./platform/blobs/open-blob-store.ts";
import { loadKnownNames } from "./platform/capabilities/known-names.ts";
import type { Config } from "./platform/config/config.ts";
import { explainDataDirFailure, openDataDir } from "./platform/config/data-dir.ts";
import { createLogger } from "./platform/config/logger.ts";
import { StartError } from "./platform/config/start-error.ts";
import { createDatabaseProbe } from "./platform/db/database-probe.ts";
import { openDatabase } from "./platform/db/open-database.ts";
import { openHeldWork } from "./platform/held/held-work.ts";
import { createAuditLog } from "./platform/http/audit-log.ts";
import { createApp, type ServerStage } from "./platform/http/create-app.ts";
import { openPort } from "./platform/http/open-port.ts";
import { CodeRuns } from "./platform/isolation/code/code-runs.ts";
import { LocalSpeech, type LocalSpeechOptions } from "./platform/local-speech/local-speech.ts";
import { createMailer } from "./platform/mail/mailer.ts";
import { outboxRoutes } from "./platform/mail/outbox-routes.ts";
import { createOutsideNetwork } from "./platform/net/outside-network.ts";
import type { ServerContext } from "./platform/platform.ts";
import { httpCallRoutes } from "./platform/realtime/http-calls.ts";
import { type ChangeListener, startRealtime } from "./platform/realtime/realtime-service.ts";
import { loadSecrets } from "./platform/secrets/secrets.ts";
import { openTraces } from "./platform/telemetry/call-traces.ts";
import { metricsRoutes } from "./platform/telemetry/metrics-routes.ts";
import { ServerMetrics } from "./platform/telemetry/server-metrics.ts";
import type { CallTelemetry } from "./platform/telemetry/telemetry.ts";
import { createVisitorRates } from "./platform/visitors/visitor-rates.ts";
import { startJobs } from "./start-jobs.ts";

/** The built dashboard, seen from `src` and from `dist`. */
const WEB_FOLDER = fileURLToPath(new URL("../../web/dist", import.meta.url));

export interface StartOptions {
  /** Limit how often people and addresses may try to sign in, and the like (`ATTEMPT_LIMITS`). Default true. */
  rateLimit?: boolean;
  /** Folder of the built dashboard. Default: this repository's. */
  webFolder?: string;
  now?: () => Date;
  newId?: () => string;
  callService?: CallServiceOptions;
  passwords?: PasswordHashing;
  localSpeech?: LocalSpeechOptions;
  /** How quick the simulated telephone network is. */
  simulatedTimes?: SimulatedTimes;
}

export interface RunningServer {
  /** Where it answers: PUBLIC_URL, else localhost with the real port. */
  url: string;
  /** The port it listens on. */
  port: number;
  context: ServerContext;
  /** What `GET /server-status` answers. */
  status: () => Promise<ServerStatus>;
  /** Calls that this node hosts. */
  openCalls: () => number;
  /** Takes no new calls from now on. Resolves when no call is left, after DRAIN_SECONDS, or when the signal aborts. */
  drain: (signal: AbortSignal) => Promise<void>;
  /** Ends the calls, then the requests, then the database. Nothing acknowledged is lost. */
  close: () => Promise<{ endedCalls: number }>;
}

/**
 * Start the server: data directory, port (which answers 503 until all is ready), database, authentication, calls, routes.
 * Fails with a `StartError` when its operator can fix what is wrong, and leaves nothing running behind.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { now = () => new Date(), newId = randomUUID, webFolder = WEB_FOLDER } = options;
  const log = createLogger(config);
  // What has been opened, to be closed in the opposite order.
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    const failures: unknown[] = [];
    // What does not close keeps nothing else open.
    for (const closeOne of opened.splice(0).reverse()) await closeOne().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
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
    const localSpeech = new LocalSpeech(config, { log, now, ...options.localSpeech });
    opened.push(() => localSpeech.close());
    const network = createOutsideNetwork(config.allowPrivateAddresses);
    opened.push(async () => network.close());
    const codeRuns = new CodeRuns();
    opened.push(async () => codeRuns.close());
    const mailer = createMailer(config, log, now);
    opened.push(mailer.close);
    // Requests end before the database does, after the calls.
    opened.push(port.finishRequests);
    const secrets = await loadSecrets(config);
    const blobs = await openBlobStore(config, log);
    const attempts = options.rateLimit === false ? UNLIMITED_ATTEMPTS : createAttempts(db, secrets.visitors, now);
    const embeddings = config.embeddings && (await createEmbeddings(config.embeddings));
    const metrics = new ServerMetrics();
    const traces = await openTraces(config, { db, log });
    if (traces) opened.push(traces.close);
    const telemetry: CallTelemetry = {
      callEnded: (ended) => {
        metrics.callEnded(ended);
        traces?.callEnded(ended);
      },
    };
    const services = { audit, blobs, codeRuns, embeddings, held, localSpeech, mailer, network, secrets, telemetry };
    const partial = { ...services, attempts, config, db, log, newId, now };
    const memberships = createMemberships(db, now);
    const liveSessions = createLiveSessions(db, now);
    const auth = createAuth({
      ...partial,
      passwords: options.passwords,
      onSignUp: async (user) => void (await ensureOrgs(partial, user.id)),
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
    const context: ServerContext = {
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
    };

    const { liveDb, directUrl, onRelease, pools } = connection;
    const rotateKeys = () => rotateSigningKeys(db, auth.api.publishSigningKey, now());
    const url = config.publicUrl ?? `http://${config.host ?? "localhost"}:${port.number}`;
    // Ended after the calls and chats, whose last messages it stores.
    const jobs = await startJobs({ context, url: directUrl, origin: url, rotateSigningKeys: rotateKeys });
    opened.push(jobs.close);
    const { messages, reports, privateCalls } = jobs;
    const callContext = { ...context, db: connection.callDb };
    const lines = openLines(context, options.simulatedTimes);
    const { line, transientNumbers } = lines;
    const { delay: loopDelay, stop: stopLoopWatch } = watchLoopDelay();
    opened.push(lines.close, async () => stopLoopWatch());
    const calls = new CallService(callContext, { messages, reports, privateCalls, loopDelay, ...options.callService });
    const callSockets = new CallSockets({ ...callContext, calls });
    const listening = new ListenStreams(createListenUrls(secrets.urlSigning, now), calls.listeners);
    // Ended after the calls, which say goodbye over them.
    opened.push(() => callSockets.close());
    opened.push(() => listening.close());
    let endedCalls = 0;
    opened.push(async () => {
      endedCalls = await calls.close();
    });
    await calls.open();
    if (config.metricsToken !== undefined)
      metrics.watch({
        load: () => calls.load(),
        callSlots: config.callHostMaxCalls * config.callHostMax,
        pools,
        queues: jobs.queues,
      });
    const testRuns = await jobs.startTestRuns(calls);
    const chatContext = { ...context, line };
    const chatTurns = new ChatTurns({
      openCalls: () => calls.intake.openCalls,
      delayMs: () => Math.max(loopDelay.recentMs, calls.hostLoopDelayMs),
    });
    const chats = createChatService(chatContext, messages, chatTurns);
    const textAnswers = createTextAnswers(chatContext, chats);
    opened.push(textAnswers.close);
    opened.push(() => chats.close());
    opened.push(async () => chatTurns.close());
    line.open({
      onCall: (incoming) => answerIncoming({ ...context, calls, line }, incoming),
      onText: (message) => textAnswers.take(message),
    });
    const scheduled = await jobs.startScheduledCalls({ calls, line, transientNumbers });
    const campaignCalls = startCampaignCalls({ ...context, calls, line, messages });
    opened.push(campaignCalls.close);
    const realtime = await startRealtime({
      context,
      handlers: (live) => realtimeHandlers({ ...context, calls, live }),
      liveLines: (callId) => calls.liveLines(callId),
      db: liveDb,
      directUrl,
      onRelease,
      memberships,
      liveSessions,
      listeners: [hearCommands(calls)],
    });
    opened.push(realtime.close);
    calls.onLiveLines(realtime.publishLive);
    let stage: ServerStage = "ready";
    if (config.callHostWarm)
      calls
        .warm()
        .catch(
          (error) =>
            stage !== "stopping" && log.error({ err: error }, "no call host could be started; the next call tries again"),
        );

    opened.push(async () => {
      stage = "stopping";
    });
    const hasDatabase = createDatabaseProbe(db);
    const app = await createApp({
      context,
      webFolder,
      stage: () => stage,
      hasDatabase,
      mount: (mounted) => {
        metricsRoutes(mounted, config, metrics);
        openApiRoutes(mounted);
        referenceRoutes(mounted, webFolder);
        httpCallRoutes(mounted, realtime);
        authRoutes(mounted, auth, context, hasDatabase);
        outboxRoutes(mounted, context);
        orgRoutes(mounted, context, createMintOrgToken(auth, now, newId));
        orgAdminRoutes(mounted, context, memberships);
        invitationRoutes(mounted, context, memberships);
        auditRoutes(mounted, context);
        keySetRoutes(mounted, context, network);
        assistantRoutes(mounted, context);
        callRoutes(mounted, context, calls, jobs);
        callPageRoutes(mounted, context, { calls, line, scheduled, transientNumbers }, jobs.callExports);
        callFileRoutes(mounted, context);
        callNoteRoutes(mounted, context);
        analyticsRoutes(mounted, context);
        savedViewRoutes(mounted, context);
        chatRoutes(mounted, chatContext, chats, messages);
        sessionRoutes(mounted, context, messages);
        roomRoutes(mounted, connection.callDb, calls);
        tokenRoutes(mounted, context);
        connectionRoutes(mounted, context, network);
        credentialRoutes(mounted, context);
        connectRoutes(mounted, context, createSignedInUser(auth, context));
        localModelRoutes(mounted, context);
        priceRoutes(mounted, context);
        catalogRoutes(mounted, context);
        fileRoutes(mounted, context, jobs.addReading);
        knowledgeBaseRoutes(mounted, context, jobs.addWebsiteReading);
        squadRoutes(mounted, context);
        workflowRoutes(mounted, context);
        toolRoutes(mounted, context);
        structuredOutputRoutes(mounted, context, jobs.outputRuns);
        templateRoutes(mounted, context);
        phoneNumberRoutes(mounted, context, line);
        handsetRoutes(mounted, context, lines.simulated);
        lines.webhooks(mounted);
        campaignRoutes(mounted, context, { calls, line, messages, wakeCampaigns: campaignCalls.wake });
        doNotCallRoutes(mounted, context);
        testSuiteRoutes(mounted, context, testRuns);
        blobRoutes(mounted, context, (key) => findBlobSource(context, key));
        voiceLibraryRoutes(mounted, context);
        localSpeechRoutes(mounted, context);
        providerRoutes(mounted, context);
        webhookRoutes(mounted, { ...context, sources: messageSources(context) });
        const { deliverNow, callExports } = jobs;
        const starting = { ...context, calls, line, transientNumbers, messages, reports, scheduled };
        restoreRoutes(
          mounted,
          context,
          createRestoreService(context, heldKinds({ ...starting, deliverNow, callExports, lines: line })),
        );
      },
    });
    port.serve(app);
    const streams = [callSockets, ...lines.streams, listening];
    port.onUpgrade((request, ...socket) => (streams.find((each) => each.takes(request)) ?? realtime).accept(request, ...socket));
    log.info({ url, dataDir: config.dataDir, embedded: !config.databaseUrl }, "ready");
    return {
      url,
      port: port.number,
      context,
      status: () => serverStatus(context),
      openCalls: () => calls.intake.openCalls,
      drain: async (signal) => {
        stage = "draining";
        line.drain();
        const until = AbortSignal.any([signal, timeLimit(config.drainSeconds * 1_000)]);
        await Promise.all([calls.intake.drain(until), textAnswers.drain(until), jobs.handOverCalls(), campaignCalls.close()]);
      },
      close: async () => {
        await close();
        return { endedCalls };
      },
    };
  } catch (error) {
    await close().catch((cause) => log.error({ err: cause }, "a failed start left something open"));
    throw explainDataDirFailure(error, config.dataDir);
  }
}

/** What supervisors send into calls lies in the database, for the node that hosts the call. */
function hearCommands(calls: Pick<CallService, "takeCommands">): ChangeListener {
  return {
    onChange: ({ resource, ids }) => void (resource === "call-command" && calls.takeCommands(ids)),
    onResync: () => void calls.takeCommands(),
  };
}

/** The keys of tokens lie in the database, encrypted with the secret. With another secret nobody could sign in. */
async function requireSecretFits(auth: Auth): Promise<void> {
  try {
    await auth.api.signJWT({ body: { payload: {} } });
  } catch (cause) {
    if (!/decrypt/i.test(String(cause))) throw cause;
    throw new StartError(
      "This database was made with another secret. Restore the file 'secret' in DATA_DIR, or set SECRET to what it was.",
      { cause },
    );
  }
}

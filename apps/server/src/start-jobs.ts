import { housekeeping } from "./housekeeping.ts";
import { messageSources } from "./message-sources.ts";
import { analyzeCall } from "./modules/call/analysis/analyze-call.ts";
import { startCallAnalysis } from "./modules/call/analysis/call-analysis.ts";
import { createPrivateCalls } from "./modules/call/analysis/private-reports.ts";
import { startCallExports } from "./modules/call/api/call-exports.ts";
import type { CallingContext } from "./modules/call/api/calling-number.ts";
import type { ScheduledCalls } from "./modules/call/api/schedule-call.ts";
import { type ScheduledCallJobs, startScheduledCalls } from "./modules/call/api/scheduled-call-jobs.ts";
import { startCallArtifacts } from "./modules/call/artifacts/call-artifacts.ts";
import { makeArtifacts } from "./modules/call/artifacts/make-artifacts.ts";
import { type CallReports, createCallReports } from "./modules/call/runtime/call-reports.ts";
import type { CallService } from "./modules/call/runtime/call-service.ts";
import type { PrivateCalls } from "./modules/call/runtime/private-calls.ts";
import { startCallTraces } from "./modules/call/trace/call-traces.ts";
import { sendTrace } from "./modules/call/trace/send-trace.ts";
import { startEmbedding } from "./modules/knowledge/embedding.ts";
import { readFileText } from "./modules/knowledge/file/read-file.ts";
import { startFileReading } from "./modules/knowledge/file-reading.ts";
import { readWebsite } from "./modules/knowledge/knowledge-base/read-website.ts";
import type { Reading } from "./modules/knowledge/reading.ts";
import { startWebsiteReading } from "./modules/knowledge/website-reading.ts";
import { startOutputRuns } from "./modules/structured-output/output-runs.ts";
import { startTestRuns } from "./modules/test-suite/test-runs.ts";
import { composeMessages } from "./modules/webhook/compose-message.ts";
import { createServerMessages, type ServerMessages } from "./modules/webhook/server-messages.ts";
import { startWebhookDelivery, type WebhookDelivery } from "./modules/webhook/webhook-delivery.ts";
import { loggableCause } from "./platform/db/database-retry.ts";
import { removeAbandonedUploads } from "./platform/http/uploads-folder.ts";
import { startJobBoss } from "./platform/jobs/job-boss.ts";
import { purgeDeleted } from "./platform/jobs/purge-deleted.ts";
import { applyRetention } from "./platform/jobs/retention.ts";
import type { RunQueue, Runs } from "./platform/jobs/runs.ts";
import { type ScheduledJob, startScheduledJob } from "./platform/jobs/scheduled-job.ts";
import type { ServerContext } from "./platform/platform.ts";
import type { MetricSources } from "./platform/telemetry/server-metrics.ts";

const HOUR_MS = 3_600_000;

interface JobsOptions {
  context: ServerContext;
  /** A direct connection to the database. */
  url: string;
  /** Where readers of server messages reach this server. */
  origin: string;
  rotateSigningKeys: () => Promise<void>;
}

export interface Jobs {
  messages: ServerMessages;
  deliverNow: WebhookDelivery["deliverNow"];
  reports: CallReports;
  privateCalls: PrivateCalls;
  outputRuns: RunQueue;
  callExports: RunQueue;
  /** Runs of tests make calls. */
  startTestRuns: (calls: CallService) => Promise<RunQueue>;
  startScheduledCalls: (phone: Pick<CallingContext, "calls" | "line" | "transientNumbers">) => Promise<ScheduledCalls>;
  addReading: Reading["add"];
  addWebsiteReading: Reading["add"];
  /** From now on, other nodes run the jobs that start calls. */
  handOverCalls: () => Promise<void>;
  /** The queues of all nodes, with their counts. */
  queues: MetricSources["queues"];
  close: () => Promise<void>;
}

/** Start all background jobs. */
export async function startJobs({ context, url, origin, rotateSigningKeys }: JobsOptions): Promise<Jobs> {
  const { db, held, log, now } = context;
  const { boss, close } = await startJobBoss(url, log);
  try {
    const options = { boss, db, held, log, now };
    const embedding = context.embeddings && (await startEmbedding({ ...options, embeddings: context.embeddings }));
    const reading = { ...context, addEmbedding: embedding?.add };
    const files = await startFileReading({ ...options, read: (file, signal) => readFileText(reading, file, signal) });
    const websites = await startWebsiteReading({ ...options, read: (page, signal) => readWebsite(reading, page, signal) });
    const createComposer = () => composeMessages({ ...context, sources: messageSources(context) }, origin);
    const delivery = await startWebhookDelivery({ ...context, boss, createComposer, random: Math.random });
    const messages = createServerMessages(context, delivery);
    const analysis = await startCallAnalysis({
      ...{ ...options, messages },
      analyze: (job, signal) => analyzeCall({ ...context, messages }, job, signal),
    });
    const artifacts = await startCallArtifacts({
      ...options,
      make: (job, signal) => makeArtifacts({ ...context, messages }, job, signal),
    });
    const traces = await startCallTraces({ ...options, send: (job, signal) => sendTrace(context, job, signal) });
    const reports = createCallReports({
      addAnalysis: analysis.add,
      addArtifacts: artifacts.add,
      addTrace: traces.add,
      wake: () => {
        analysis.wake();
        artifacts.wake();
        traces.wake();
      },
    });
    const outputRuns = await startOutputRuns({ boss, context });
    const callExports = await startCallExports({ boss, context, origin });
    let testRuns: Runs | undefined;
    let scheduledCalls: ScheduledCallJobs | undefined;
    for (const job of [housekeeping({ db, held, now, rotateSigningKeys }), retention(context), purge(context)])
      await startScheduledJob(options, job);
    const stopCleaning = cleanUploads(context);
    return {
      addReading: files.add,
      addWebsiteReading: websites.add,
      messages,
      deliverNow: delivery.deliverNow,
      reports,
      privateCalls: createPrivateCalls(context, origin),
      outputRuns,
      callExports,
      queues: () => boss.getQueues(),
      startTestRuns: async (calls) => {
        testRuns = await startTestRuns({ boss, context: { ...context, calls } });
        return testRuns;
      },
      startScheduledCalls: async (phone) => {
        scheduledCalls = await startScheduledCalls({ boss, context: { ...context, ...phone, messages, reports } });
        return scheduledCalls;
      },
      handOverCalls: async () => {
        await Promise.all([testRuns?.handOver(), scheduledCalls?.handOver()]);
      },
      close: async () => {
        stopCleaning();
        files.abort();
        websites.abort();
        embedding?.abort();
        analysis.abort();
        artifacts.abort();
        traces.abort();
        outputRuns.abort();
        callExports.abort();
        testRuns?.abort();
        scheduledCalls?.abort();
        delivery.abort();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function retention(context: ServerContext): ScheduledJob {
  return {
    name: "retention",
    minute: 10,
    run: async () => {
      const deleted = await applyRetention(context);
      if (Object.keys(deleted).length > 0) context.log.info(deleted, "deleted data older than its organization's retention");
    },
  };
}

function purge(context: ServerContext): ScheduledJob {
  return {
    name: "purge",
    minute: 20,
    run: async () => {
      const purged = await purgeDeleted(context);
      if (Object.keys(purged).length > 0) context.log.info(purged, "purged data that was deleted long ago");
    },
  };
}

/** Uploads are on the disk of each node, so each node removes its own. */
function cleanUploads({ config, log, now }: ServerContext): () => void {
  const clean = () =>
    removeAbandonedUploads(config, now()).catch((error: unknown) =>
      log.warn({ err: loggableCause(error) }, "abandoned uploads could not be removed; the next run tries again"),
    );
  void clean();
  const timer = setInterval(clean, HOUR_MS);
  return () => clearInterval(timer);
}

import { blobRoutes } from "../../platform/blobs/blob-routes.ts";
import { closeAll } from "../../platform/config/close-all.ts";
import { startRuns } from "../../platform/jobs/runs.ts";
import { defineModule, given, provide } from "../../platform/modules/module.ts";
import type { ChangeListener } from "../../platform/realtime/realtime-service.ts";
import { incomingCalls, telephony } from "../telephony/module.ts";
import type { PhoneLineListener } from "../telephony/phone-line.ts";
import type { MessageSources } from "../webhook/compose-message.ts";
import { webhook } from "../webhook/module.ts";
import { callMessages } from "../webhook/ports.ts";
import { analyzeCall } from "./analysis/analyze-call.ts";
import { startCallAnalysis } from "./analysis/call-analysis.ts";
import { createPrivateCalls } from "./analysis/private-reports.ts";
import { findOpenExport, listOpenExports } from "./api/export-store.ts";
import { answerIncoming } from "./api/incoming-call.ts";
import { sendExport } from "./api/mail-export.ts";
import { callRoutes } from "./api/routes.ts";
import { startScheduledCalls } from "./api/scheduled-call-jobs.ts";
import { findBlobSource } from "./artifacts/artifact-source.ts";
import { startCallArtifacts } from "./artifacts/call-artifacts.ts";
import { makeArtifacts } from "./artifacts/make-artifacts.ts";
import { readCallsOnce } from "./describe-call.ts";
import { callLifetimes } from "./lifetimes.ts";
import { callsFunctions } from "./live/calls.ts";
import { notesFunctions } from "./notes/live.ts";
import { callNoteRoutes } from "./notes/routes.ts";
import { personalCalls } from "./personal.ts";
import { createCallReports } from "./runtime/call-reports.ts";
import { CallService, type CallServiceOptions } from "./runtime/call-service.ts";
import { CallSockets } from "./runtime/call-sockets.ts";
import { forgetOldCommands } from "./runtime/command-store.ts";
import { ListenStreams } from "./runtime/listen-streams.ts";
import { createListenUrls } from "./runtime/listen-url.ts";
import { roomRoutes } from "./runtime/room-routes.ts";
import { RoomSockets } from "./runtime/room-sockets.ts";
import { startCallTraces } from "./trace/call-traces.ts";
import { sendTrace } from "./trace/send-trace.ts";

interface ForLowerModules {
  readCalls: MessageSources["readCalls"];
  answerIncoming: PhoneLineListener["onCall"];
}

export const call = defineModule({
  name: "call",
  needs: { telephony, webhook },
  options: given<{ callService?: CallServiceOptions }>(),
  async open({ platform, needs, options }) {
    const { messages } = needs.webhook;
    const { line, transientNumbers } = needs.telephony;
    const { callDb, config, db, held, log, loopDelay, now, origin, secrets } = platform;
    const jobs = { ...platform, messages };
    const analysis = await startCallAnalysis({ ...jobs, analyze: (job, signal) => analyzeCall(jobs, job, signal) });
    const artifacts = await startCallArtifacts({ ...platform, make: (job, signal) => makeArtifacts(jobs, job, signal) });
    const traces = await startCallTraces({ ...platform, send: (job, signal) => sendTrace(platform, job, signal) });
    const reports = createCallReports({ analysis, artifacts, traces });
    const exports = await startRuns(platform, {
      queue: "call-export",
      // An export of a million calls takes hours.
      expireInSeconds: 21_600,
      carryOut: (run, signal) => sendExport(platform, run, signal),
      isOpen: async (run) => (await findOpenExport(db, run)) !== undefined,
      listOpen: () => listOpenExports(db, held.restoredAt),
    });
    const forCalls = { ...platform, db: callDb };
    const privateCalls = createPrivateCalls(platform, origin);
    const calls = new CallService(forCalls, { messages, reports, privateCalls, loopDelay, ...options.callService });
    const sockets = new CallSockets({ ...forCalls, calls });
    const roomSockets = new RoomSockets({ ...forCalls, calls });
    const listening = new ListenStreams(createListenUrls(secrets.urlSigning, now), calls.listeners);
    await calls.open();
    const phone = { calls, line, transientNumbers };
    const scheduled = await startScheduledCalls({ ...platform, ...phone, messages, reports });
    let isClosing = false;
    const warm = () =>
      calls.warm().catch((err: unknown) => {
        if (!isClosing) log.error({ err }, "no call host could be started; the next call tries again");
      });
    const service = {
      calls,
      exports,
      reports,
      scheduled,
      /** Commands of supervisors wait in the database for the node that hosts the call. */
      commands: {
        onChange: ({ resource, ids }) => void (resource === "call-command" && calls.takeCommands(ids)),
        onResync: () => void calls.takeCommands(),
      } satisfies ChangeListener,
      /** Calls that the end of the server has ended. */
      endedCalls: 0,
      readCalls: (reachedAt: string) => readCallsOnce(platform, reachedAt),
      answerIncoming: (incoming: Parameters<PhoneLineListener["onCall"]>[0]) =>
        answerIncoming({ ...platform, calls, line }, incoming),
    };
    return {
      service,
      streams: [sockets, roomSockets, listening],
      begin: () => void (config.callHostWarm && warm()),
      drain: (signal) => Promise.all([calls.intake.drain(signal), scheduled.handOver()]),
      close() {
        isClosing = true;
        scheduled.abort();
        exports.abort();
        const endCalls = async () => {
          service.endedCalls = await calls.close();
        };
        // Calls that end still send over the websockets, and add jobs.
        return closeAll([
          endCalls,
          () => listening.close(),
          () => sockets.close(),
          () => roomSockets.close(),
          analysis.abort,
          artifacts.abort,
          traces.abort,
        ]);
      },
    };
  },
  provides: [
    provide(callMessages, ({ readCalls }: ForLowerModules) => readCalls),
    provide(incomingCalls, ({ answerIncoming: answer }: ForLowerModules) => answer),
  ],
  routes(app, { platform, needs, service }) {
    const { calls, exports, reports, scheduled } = service;
    const { line, transientNumbers } = needs.telephony;
    const { messages } = needs.webhook;
    callRoutes(app, platform, { calls, exports, line, messages, reports, scheduled, transientNumbers });
    callNoteRoutes(app, platform);
    roomRoutes(app, platform.callDb, calls);
    blobRoutes(app, platform, (key) => findBlobSource(platform, key));
  },
  lifetimes: callLifetimes,
  personal: personalCalls,
  clean: ({ db, now }) => forgetOldCommands(db, now()),
  live: ({ platform, service: { calls } }, live) => ({
    ...callsFunctions({ ...platform, calls, live }),
    ...notesFunctions(platform),
  }),
});

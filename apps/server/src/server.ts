import { timeLimit } from "@callwright/contract";
import { call } from "./modules/call/module.ts";
import { erasure } from "./modules/erasure/module.ts";
import { ensureOrgs } from "./modules/org/service.ts";
import { serverStatus } from "./modules/provider/server-status.ts";
import { MODULES } from "./modules.ts";
import type { Config } from "./platform/config/config.ts";
import type { Lifetime, OptionsOf, PersonalRows } from "./platform/modules/module.ts";
import { openModules } from "./platform/modules/open-modules.ts";
import { openPlatform, type PlatformOptions } from "./platform/open/open-platform.ts";
import { startPlatformJobs } from "./platform/open/platform-jobs.ts";
import { serve } from "./platform/open/serve.ts";
import { startRealtime } from "./platform/realtime/realtime-service.ts";

export type ServerOptions = PlatformOptions & OptionsOf<(typeof MODULES)[number]>;

/**
 * Starts the server: the platform, the modules of `modules.ts`, live connections, then the port. Closes in the opposite order. Fails with a
 * `StartError` if its operator can fix the problem, and then leaves nothing running.
 */
export async function startServer(config: Config, options: ServerOptions = {}) {
  const open = await openPlatform(config, options, {
    lifetimes: MODULES.flatMap<Lifetime>(({ spec }) => spec.lifetimes ?? []),
    personal: MODULES.flatMap<PersonalRows>(({ spec }) => spec.personal ?? []),
    onSignUp: ensureOrgs,
  });
  const { platform, port, connection, liveSessions, metrics } = open;
  try {
    const modules = await openModules(MODULES, platform, options);
    open.add(modules.close);
    const ofCalls = modules.serviceOf(call);
    const { calls } = ofCalls;
    if (config.metricsToken !== undefined)
      metrics.watch({
        load: () => calls.load(),
        callSlots: config.callHostMaxCalls * config.callHostMax,
        pools: connection.pools,
        queues: () => platform.boss.getQueues(),
      });
    const stopJobs = await startPlatformJobs(platform, modules.clean);
    open.add(async () => stopJobs());
    const realtime = await startRealtime({
      context: platform,
      handlers: modules.live,
      liveLines: (callId) => calls.liveLines(callId),
      db: connection.liveDb,
      directUrl: connection.directUrl,
      onRelease: connection.onRelease,
      memberships: platform.memberships,
      liveSessions,
      listeners: [ofCalls.commands, modules.serviceOf(erasure).changes],
    });
    open.add(realtime.close);
    calls.onLiveLines(realtime.publishLive);
    let stage: "ready" | "draining" | "stopping" = "ready";
    open.add(async () => {
      stage = "stopping";
    });
    modules.begin();
    await serve(open, { modules, realtime, stage: () => stage });
    platform.log.info({ url: platform.origin, dataDir: config.dataDir, embedded: !config.databaseUrl }, "ready");
    return {
      url: platform.origin,
      port: port.number,
      context: platform,
      /** What `GET /server-status` answers. */
      status: () => serverStatus(platform),
      /** Calls that this node hosts. */
      openCalls: () => calls.intake.openCalls,
      /** Takes no new calls from now on. Resolves when no call is left, after DRAIN_SECONDS, or when the signal aborts. */
      drain: async (signal: AbortSignal) => {
        stage = "draining";
        await modules.drain(AbortSignal.any([signal, timeLimit(config.drainSeconds * 1_000)]));
      },
      /** Ends the calls, then the requests, then the database. Acknowledged data is never lost. */
      close: async () => {
        await open.close();
        return { endedCalls: ofCalls.endedCalls };
      },
    };
  } catch (error) {
    return open.fail(error);
  }
}
export type RunningServer = Awaited<ReturnType<typeof startServer>>;

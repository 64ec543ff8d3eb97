import type { CallHostPoolOptions } from "@callwright/engine";
import type { Config } from "../../../platform/config/config.ts";
import { speechFolder } from "../../../platform/config/data-dir.ts";
import type { Logger } from "../../../platform/config/logger.ts";

/** What the server's configuration says about call hosts. */
export function callHostPoolOptions(
  config: Config,
  log: Logger,
): Pick<CallHostPoolOptions, "settings" | "serverKeys" | "maxCallsPerHost" | "maxHosts" | "log"> {
  const { iceServers, providerKeys, providerUrls, localModelUrls, allowPrivateAddresses, fakeProviders } = config;
  return {
    settings: {
      ...(config.mediaPortRange ? { portRange: config.mediaPortRange } : {}),
      ...(config.publicIp ? { publicIp: config.publicIp } : {}),
      iceServers,
      providerUrls,
      localModelUrls,
      allowPrivateAddresses,
      fakes: fakeProviders,
      speechFolder: speechFolder(config.dataDir),
    },
    serverKeys: providerKeys,
    maxCallsPerHost: config.callHostMaxCalls,
    maxHosts: config.callHostMax,
    log: ({ level, message, callId, detail }) => log[level]({ callId, ...detail }, message),
  };
}

import { type Config, parseConfig } from "../../platform/config/config.ts";
import { createLogger } from "../../platform/config/logger.ts";
import { checkDatabase } from "./check-database.ts";
import {
  checkDataFolder,
  checkDisk,
  checkLocalSpeech,
  checkMediaPorts,
  checkNode,
  checkPort,
  sentenceOf,
} from "./check-machine.ts";
import { checkCatalog } from "./check-names.ts";
import { checkIceServers, checkMail, checkMicrophone, checkProviders } from "./check-network.ts";
import { type Finding, problem } from "./finding.ts";

/** Checks an installation with the environment of its server. Never fails, starts no server and changes nothing. */
export async function runChecks(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = parseConfig(env);
  } catch (error) {
    return [checkNode(), problem("Settings", sentenceOf(error))];
  }
  const log = createLogger({ logLevel: "silent" });
  const checks: Record<string, Finding | Promise<Finding | Finding[]>> = {
    Node: checkNode(),
    Port: checkPort(config, log),
    Microphone: checkMicrophone(config),
    "UDP ports": checkMediaPorts(config),
    TURN: checkIceServers(config),
    "Data folder": checkDataFolder(config),
    Disk: checkDisk(config),
    Database: checkDatabase(config),
    Mail: checkMail(config),
    "Names of models": checkCatalog(config, Date.now()),
    Providers: checkProviders(config),
    "Local speech": checkLocalSpeech(config, log),
  };
  const findings = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        return await check;
      } catch (error) {
        return problem(name, sentenceOf(error));
      }
    }),
  );
  return findings.flat();
}

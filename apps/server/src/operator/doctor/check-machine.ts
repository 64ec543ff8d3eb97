import { createSocket } from "node:dgram";
import { existsSync } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasSpeechLibrary } from "@callwright/engine";
import { succeeds } from "../../platform/base/succeeds.ts";
import type { Config } from "../../platform/config/config.ts";
import { RESTORE_MARKER } from "../../platform/config/data-dir.ts";
import type { Logger } from "../../platform/config/logger.ts";
import { StartError } from "../../platform/config/start-error.ts";
import { isCallwright, localUrl, openPort } from "../../platform/http/open-port.ts";
import { freeBytesOf } from "../../platform/local-speech/install-model.ts";
import { SpeechInstaller } from "../../platform/local-speech/local-speech.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const TESTED_NODES = [20, 22, 24];

/** An outdated Node does not get here: the script that starts this program refuses it. */
export function checkNode(version = process.versions.node): Finding {
  if (TESTED_NODES.includes(Number.parseInt(version, 10))) return ok("Node", `${version}.`);
  return warning("Node", `${version} is not tested. Use Node ${TESTED_NODES.join(", ")}.`);
}

/** Binds the port for a moment, unless a running Callwright has it. */
export async function checkPort({ host, port }: Config, log: Logger): Promise<Finding> {
  if (port === 0) return ok("Port", "The server takes a free one.");
  const url = localUrl(host, port);
  const running = ok("Port", `Callwright runs at ${url}.`);
  if (await isCallwright(url)) return running;
  try {
    const opened = await openPort({ host, port }, log);
    await opened.close();
    return ok("Port", `${port} is free.`);
  } catch (error) {
    // A busy server may have been too late with its first answer.
    return (await isCallwright(url)) ? running : problem("Port", sentenceOf(error));
  }
}

export async function checkDataFolder({ dataDir }: Config): Promise<Finding> {
  const folder = nearestFolder(dataDir);
  const isFolder = (await stat(folder)).isDirectory();
  const isWritable = await succeeds(access(folder, constants.R_OK | constants.W_OK | constants.X_OK));
  if (!isFolder || !isWritable)
    return problem("Data folder", `${folder} cannot be written. Fix its permissions, or set DATA_DIR to another folder.`);
  if (existsSync(join(dataDir, RESTORE_MARKER)))
    return problem("Data folder", `A restore into ${dataDir} is unfinished. Run npm run restore again, or empty that folder.`);
  return ok("Data folder", folder === dataDir ? `${dataDir} can be written.` : `The first start creates ${dataDir}.`);
}

const LOW_BYTES = 5e9;
const FULL_BYTES = 5e8;

export async function checkDisk({ dataDir }: Config, freeBytes = freeBytesOf): Promise<Finding> {
  const free = await freeBytes(nearestFolder(dataDir));
  const message = `${(free / 1e9).toFixed(1)} GB are free for ${dataDir}.`;
  const advice = "Free space, shorten the retention of calls, or set DATA_DIR or BLOB_STORE_URL.";
  if (free < FULL_BYTES) return problem("Disk", `${message} ${advice}`);
  if (free < LOW_BYTES) return warning("Disk", `${message} ${advice}`);
  return ok("Disk", message);
}

/** The folder, or its nearest parent that exists. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

/** One port for the caller, and one for the same caller who joins from another page. */
const PORTS_PER_CALL = 2;

/** Binds each port for a moment. A port in use may belong to a call of the running server. */
export async function checkMediaPorts({ mediaPortRange, callHostMax, callHostMaxCalls }: Config): Promise<Finding> {
  if (!mediaPortRange) return ok("UDP ports", "Any. Behind a firewall, set MEDIA_PORTS and open that range for UDP.");
  const { min, max } = mediaPortRange;
  const count = max - min + 1;
  const calls = callHostMax * callHostMaxCalls;
  const wanted = PORTS_PER_CALL * calls;
  let used = 0;
  for (let port = min; port <= max; port++) if (!(await canBind(port))) used++;
  const range = `${used} of the ${count} ports ${min}-${max} are in use`;
  if (used === count) return problem("UDP ports", `${range}. Set MEDIA_PORTS to a range that no other program uses.`);
  if (count < wanted) {
    const why = `this server takes ${calls} calls, each with a second port while its caller joins again`;
    return warning("UDP ports", `${range}; ${why}. Set MEDIA_PORTS to a range of ${wanted} ports.`);
  }
  return ok("UDP ports", `${range}. The firewall must let UDP through to all of them.`);
}

function canBind(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => socket.close(() => resolve(false)));
    socket.bind(port, () => socket.close(() => resolve(true)));
  });
}

export async function checkLocalSpeech(config: Config, log: Logger): Promise<Finding> {
  try {
    const models = await new SpeechInstaller(config, { log, now: () => new Date() }).list();
    if (!hasSpeechLibrary())
      return warning("Local speech", "Its library is not installed. Run npm install; until then, the browser transcribes.");
    const installed = models.filter(({ state }) => state.status === "installed").map(({ name }) => name);
    if (installed.length > 0) return ok("Local speech", `Installed: ${installed.join(", ")}.`);
    return ok("Local speech", "No natural voice or recognizer is installed; Voices → Local installs them.");
  } catch (error) {
    return problem("Local speech", sentenceOf(error));
  }
}

/** The message of a known error is a sentence for the operator; other errors are only named. */
export function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return `${error instanceof Error ? error.message : String(error)}.`;
}

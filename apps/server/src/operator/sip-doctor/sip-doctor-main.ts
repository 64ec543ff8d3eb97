/** `npm run sip:doctor -- --folder /etc/callwright-sip`, with `--json` for programs. Walks the line to the SIP trunks, and says what to change. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { SipFolder } from "../../modules/telephony/sip/sip-services.ts";
import { findSipNumbers, type SipNumber } from "../../modules/telephony/sip/sip-trunk.ts";
import { type Config, parseConfig } from "../../platform/config/config.ts";
import { createLogger } from "../../platform/config/logger.ts";
import { StartError } from "../../platform/config/start-error.ts";
import { databaseOn } from "../../platform/db/connect.ts";
import { loadSecrets } from "../../platform/secrets/secrets.ts";
import { openForBackup } from "../backup/open-connection.ts";
import { type Finding, ok, problem, report } from "../doctor/finding.ts";
import { checkLine } from "./check-line.ts";
import { checkTrunk } from "./check-trunk.ts";

const { values } = parseArgs({
  options: { folder: { type: "string", default: "sip" }, json: { type: "boolean", default: false } },
});
let findings: Finding[];
try {
  findings = await runChecks(parseConfig(process.env));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  findings = [problem("Settings", error.message)];
}
report(findings, values.json);
// WebRTC's threads outlive the connection.
process.exit();

async function runChecks({ sip, ...config }: Config): Promise<Finding[]> {
  if (!sip) return [problem("Settings", "SIP_SECRET is not set. Run this with the settings of the server.")];
  const folder = await readFolder();
  const numbers = await readNumbers(config);
  const ofTrunks = Array.isArray(numbers) ? [...new Map(numbers.map((number) => [number.trunkId, number])).values()] : [];
  const line = await checkLine({ sip, folder });
  const options = { sip, folder, allowPrivateAddresses: config.allowPrivateAddresses };
  const trunks = await Promise.all(ofTrunks.map((number) => checkTrunk(number, options)));
  return [...line, ...(Array.isArray(numbers) ? [] : [numbers]), ...trunks.flat()];
}

async function readFolder(): Promise<SipFolder> {
  // npm changes to its own folder, but a file name is relative to the user's folder.
  const file = path.resolve(process.env.INIT_CWD ?? ".", values.folder, "sip.json");
  try {
    return JSON.parse(await readFile(file, "utf8")) as SipFolder;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`${file} cannot be read: ${why}. Run sip:config, and name its folder with --folder.`);
  }
}

/** Numbers of SIP trunks. A finding in their place: there are none, or they cannot be read. */
async function readNumbers(config: Omit<Config, "sip">): Promise<SipNumber[] | Finding> {
  try {
    const { client, close } = await openForBackup(config, createLogger({ logLevel: "silent" }));
    try {
      const numbers = await findSipNumbers({ db: databaseOn(client), secrets: await loadSecrets(config) }, "all");
      return numbers.length > 0 ? numbers : ok("Trunks", "No number of a SIP trunk was added yet.");
    } finally {
      await close();
    }
  } catch (error) {
    return problem("Trunks", `They cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

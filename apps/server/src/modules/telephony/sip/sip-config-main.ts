/** `npm run sip:config -- --public-address 203.0.113.5`: writes the configuration of Janus and Kamailio. `docs/sip.md` has the options. */
import { mkdir, writeFile } from "node:fs/promises";
import { isIPv4 } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";
import { parseConfig } from "../../../platform/config/config.ts";
import { StartError } from "../../../platform/config/start-error.ts";
import { findLibraries, type SipTlsOptions, sipConfigFiles } from "./sip-config.ts";

try {
  process.stdout.write(`${await write()}\n`);
} catch (error) {
  const isExpected = error instanceof StartError || (error instanceof Error && "code" in error);
  process.stderr.write(`${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}

async function write(): Promise<string> {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", default: "sip" },
      "public-address": { type: "string" },
      "local-address": { type: "string" },
      port: { type: "string", default: "5060" },
      "tls-certificate": { type: "string" },
      "tls-key": { type: "string" },
      "tls-authorities": { type: "string" },
      "tls-port": { type: "string", default: "5061" },
      allow: { type: "string", multiple: true },
      libraries: { type: "string" },
    },
  });
  const { sip } = parseConfig(process.env);
  if (!sip) throw new StartError("SIP_SECRET is not set. Set it to at least 16 letters and digits, for the server too.");
  const publicAddress = addressOf("--public-address", values["public-address"]);
  const localAddress =
    values["local-address"] === undefined ? publicAddress : addressOf("--local-address", values["local-address"]);
  const innerPort = Number(new URL(sip.proxy.replace(/^sip:/, "http://")).port);
  const sipPort = portOf("--port", values.port, innerPort);
  for (const address of values.allow ?? [])
    if (!isIPv4(address.replace(/\/(?:[12]?\d|3[0-2])$/, "")))
      throw new StartError(`--allow must be an IPv4 address or network; it is "${address}".`);
  // npm changes to its own folder, but a file name is relative to the user's folder.
  const fileOf = (name: string) => path.resolve(process.env.INIT_CWD ?? ".", name);
  const folder = fileOf(values.folder);
  const { "tls-certificate": certificate, "tls-key": key, "tls-authorities": authorities } = values;
  if ((certificate === undefined) !== (key === undefined))
    throw new StartError("--tls-certificate and --tls-key are needed together.");
  const tls: SipTlsOptions | undefined =
    certificate === undefined || key === undefined
      ? undefined
      : {
          port: portOf("--tls-port", values["tls-port"], innerPort),
          certificate: fileOf(certificate),
          key: fileOf(key),
          ...(authorities !== undefined && { authorities: fileOf(authorities) }),
        };
  const libraries = values.libraries ?? findLibraries();
  if (libraries === undefined)
    throw new StartError("Janus and Kamailio are not installed in a folder of /usr/lib. Name their folder with --libraries.");
  const files = sipConfigFiles({ ...sip, folder, publicAddress, localAddress, sipPort, tls, libraries, allowed: values.allow });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    // The files contain the secret.
    await writeFile(path.join(folder, name), text, { mode: 0o640 });
  }
  return `Written to ${folder}. Start them with:\n  kamailio -f ${folder}/kamailio/kamailio.cfg\n  janus -F ${folder}/janus`;
}

/** `innerPort`: Kamailio's for Janus. */
function portOf(option: string, given: string, innerPort: number): number {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`${option} must be a port number from 1 to 65535.`);
  if (port === innerPort) throw new StartError(`${option} must not be ${port}, which SIP_PROXY has for Janus.`);
  return port;
}

function addressOf(option: string, given: string | undefined): string {
  if (given === undefined || !isIPv4(given)) throw new StartError(`${option} must be an IPv4 address, such as 203.0.113.5.`);
  return given;
}

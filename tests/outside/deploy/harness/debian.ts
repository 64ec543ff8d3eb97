import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { run } from "../../run.ts";
import { composeFile } from "./compose-file.ts";
import { type Visits, walkScript } from "./walk-script.ts";

const HARNESS = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(HARNESS, "../../../..");
/** Kept for the next walk. Outside of the repository, whose programs would look at all of its files. */
const DEBIAN = path.join(tmpdir(), "callwright-debian-12");
const MIRROR = process.env.DEBIAN_MIRROR ?? "http://deb.debian.org/debian";
/** Caddy makes the certificate of such a name itself, without the internet. */
const HOST_NAME = "voice.localhost";
/** Who else may sign certificates for what this machine loads. */
const AUTHORITIES = process.env.NODE_EXTRA_CA_CERTS;

export interface Walk {
  /** Below docs/, such as `deploy.md`. */
  document: string;
  visits: Visits;
  /** Added to the settings that each walk has. */
  settings?: Readonly<Record<string, string>>;
}

/** Debian 12 as its installer leaves it, without what is in it for hardware. */
async function makeDebian(): Promise<void> {
  if (existsSync(DEBIAN)) return;
  const unfinished = `${DEBIAN}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await run("debootstrap", ["bookworm", unfinished, MIRROR]);
  renameSync(unfinished, DEBIAN);
}

/** What this machine has in place of the internet: Node and npm, how names and certificates are checked, the repository. */
async function furnish(debian: string): Promise<void> {
  const npm = path.dirname(path.dirname(realpathSync(process.env.npm_execpath ?? "")));
  cpSync(process.execPath, path.join(debian, "usr/bin/node"));
  cpSync(npm, path.join(debian, "usr/lib/node_modules/npm"), { recursive: true });
  await run("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", path.join(debian, "usr/bin/npm")]);
  for (const file of ["/etc/resolv.conf", "/etc/hosts"]) {
    rmSync(path.join(debian, file), { force: true });
    cpSync(realpathSync(file), path.join(debian, file));
  }
  appendFileSync(path.join(debian, "etc/hosts"), `127.0.0.1 ${HOST_NAME}\n`);
  mkdirSync(path.join(debian, "walk"));
  writeFileSync(path.join(debian, "walk/authorities.pem"), AUTHORITIES === undefined ? "" : readFileSync(AUTHORITIES));
  writeFileSync(path.join(debian, "walk/compose.json"), composeFile(ROOT));
  for (const name of ["visit.mjs", "next-release.mjs", "compose.mjs", "first-call.mjs", "first-call.xml"])
    cpSync(path.join(HARNESS, name), path.join(debian, "walk", name));
  cpSync(path.join(HARNESS, "systemctl.mjs"), path.join(debian, "usr/local/bin/systemctl"));
  chmodSync(path.join(debian, "usr/local/bin/systemctl"), 0o755);
  // No package starts a service by itself here.
  writeFileSync(path.join(debian, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  // What is committed.
  await run("git", ["clone", "--quiet", "--bare", "--depth=1", `file://${ROOT}`, path.join(debian, "srv/callwright.git")]);
}

/** Of this machine's environment: where packages come from. */
const PASSED = /^(npm_config_registry|https?_proxy|no_proxy)$/i;

/** Walks the blocks of a document in a bare Debian 12. Its log is kept beside the dependencies of this area. Fails with the end of the log. */
export async function walkDocument({ document, visits, settings = {} }: Walk): Promise<void> {
  await makeDebian();
  const debian = await mkdtemp(path.join(tmpdir(), "callwright-walk-"));
  try {
    await run("cp", ["--archive", `${DEBIAN}/.`, debian]);
    await furnish(debian);
    const passed = Object.entries(process.env).filter(([name]) => PASSED.test(name));
    const all = {
      ...Object.fromEntries(passed.map(([name, value]) => [name, value ?? ""])),
      NODE_EXTRA_CA_CERTS: "/walk/authorities.pem",
      // The npm that runs this test passes on its own.
      npm_config_cafile: "",
      npm_config_cache: "",
      DEBIAN_FRONTEND: "noninteractive",
      HOME: "/root",
      HOST_NAME,
      LANG: "C.UTF-8",
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      PUBLIC_IP: "127.0.0.1",
      REPOSITORY: "file:///srv/callwright.git",
      ...settings,
    };
    const script = walkScript(readFileSync(path.join(ROOT, "docs", document), "utf8"), all, visits);
    writeFileSync(path.join(debian, "walk/walk.sh"), script);
    const [ended] = await Promise.allSettled([run("unshare", ["--mount", "sh", path.join(HARNESS, "enter.sh"), debian])]);
    const log = readFileSync(path.join(debian, "walk/walk.log"), "utf8");
    const kept = path.join(HARNESS, "../node_modules", `.walk-${document}.log`);
    writeFileSync(kept, log);
    expect(log.slice(-4000), `The whole log is ${kept}.`).toMatch(/\nWALKED\n$/);
    expect(ended.status).toBe("fulfilled");
  } finally {
    rmSync(debian, { recursive: true, force: true });
  }
}

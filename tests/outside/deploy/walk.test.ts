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
import { afterAll, expect, test } from "vitest";
import { run } from "../run.ts";
import { composeFile } from "./harness/compose-file.ts";
import { type Visits, walkScript } from "./harness/walk-script.ts";

const AREA = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.resolve(AREA, "../../..");
/** Kept for the next walk. Outside of the repository, whose programs would look at all of its files. */
const DEBIAN = path.join(tmpdir(), "callwright-debian-12");
const LOG = path.join(AREA, "node_modules", ".walk.log");
const MIRROR = process.env.DEBIAN_MIRROR ?? "http://deb.debian.org/debian";
/** Caddy makes the certificate of such a name itself, without the internet. */
const HOST_NAME = "voice.localhost";
/** Who else may sign certificates for what this machine loads. */
const AUTHORITIES = process.env.NODE_EXTRA_CA_CERTS;
const CADDY_ROOT = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";

const VISITS: Visits = {
  "4. Settings and secrets": ["if runuser -u callwright -- cat /etc/callwright/callwright.env; then exit 1; fi"],
  "6. TLS": [
    `for try in $(seq 60); do if test -e ${CADDY_ROOT}; then break; fi; sleep 1; done
cat /walk/authorities.pem ${CADDY_ROOT} > /walk/trusted.pem
export CURL_CA_BUNDLE=/walk/trusted.pem NODE_EXTRA_CA_CERTS=/walk/trusted.pem`,
  ],
  "7. The service": [
    `systemd-analyze verify /etc/systemd/system/callwright.service /etc/systemd/system/callwright-backup.timer
nft list chain inet callwright input
node /walk/visit.mjs sign-up`,
  ],
  "9. Backups": [
    `node /walk/visit.mjs return
test "$(ls /var/backups/callwright | wc --lines)" = 1
if ls -d /var/tmp/callwright-rehearsal.*; then exit 1; fi
callwright-run npm run password -- ada@example.com
# The release that follows.
git clone --quiet "$REPOSITORY" /walk/next
node /walk/next-release.mjs /walk/next
git -C /walk/next add .
git -C /walk/next -c user.name=walk -c user.email=walk@example.com commit --quiet --message "Add a table"
git -C /walk/next push --quiet`,
  ],
  "10. Upgrade": [
    "",
    "",
    `node /walk/visit.mjs return
test "$(readlink /opt/callwright/current)" = "$RELEASE"
test "$(cat /opt/callwright/previous)" != "$RELEASE"
test "$(ls /var/backups/callwright | wc --lines)" = 2`,
  ],
  "11. Roll back": [
    // The previous release refuses the tables of the next one.
    `for try in $(seq 60); do if grep "newer release of Callwright" /var/log/callwright.service.log; then break; fi; sleep 1; done
grep "newer release of Callwright" /var/log/callwright.service.log`,
    `test "$(readlink /opt/callwright/current)" != "$RELEASE"
node /walk/visit.mjs return
systemctl stop callwright
systemctl stop caddy
# The same programs as in containers.
nsenter --net=/walk/network apt-get install --yes --no-install-recommends coturn
node /walk/compose.mjs`,
  ],
};

let debian: string;
afterAll(() => rmSync(debian, { recursive: true, force: true }));

/** Debian 12 as its installer leaves it, without what is in it for hardware. */
async function makeDebian(): Promise<void> {
  if (existsSync(DEBIAN)) return;
  const unfinished = `${DEBIAN}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await run("debootstrap", ["bookworm", unfinished, MIRROR]);
  renameSync(unfinished, DEBIAN);
}

/** What this machine has in place of the internet: Node and npm, how names and certificates are checked, the repository. */
async function furnish(): Promise<void> {
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
  for (const name of ["visit.mjs", "next-release.mjs", "compose.mjs"])
    cpSync(path.join(AREA, "harness", name), path.join(debian, "walk", name));
  cpSync(path.join(AREA, "harness/systemctl.mjs"), path.join(debian, "usr/local/bin/systemctl"));
  chmodSync(path.join(debian, "usr/local/bin/systemctl"), 0o755);
  // No package starts a service by itself here.
  writeFileSync(path.join(debian, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  // What is committed.
  await run("git", ["clone", "--quiet", "--bare", "--depth=1", `file://${ROOT}`, path.join(debian, "srv/callwright.git")]);
}

/** Of this machine's environment: where packages come from. */
const PASSED = /^(npm_config_registry|https?_proxy|no_proxy)$/i;

test.skipIf(process.getuid?.() !== 0)("docs/deploy.md leads from a bare Debian 12 to a server, an upgrade and back", async () => {
  await makeDebian();
  debian = await mkdtemp(path.join(tmpdir(), "callwright-walk-"));
  await run("cp", ["--archive", `${DEBIAN}/.`, debian]);
  await furnish();
  const passed = Object.entries(process.env).filter(([name]) => PASSED.test(name));
  const settings = {
    ...Object.fromEntries(passed.map(([name, value]) => [name, value ?? ""])),
    NODE_EXTRA_CA_CERTS: "/walk/authorities.pem",
    DEBIAN_FRONTEND: "noninteractive",
    HOME: "/root",
    HOST_NAME,
    LANG: "C.UTF-8",
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    PUBLIC_IP: "127.0.0.1",
    REPOSITORY: "file:///srv/callwright.git",
  };
  const script = walkScript(readFileSync(path.join(ROOT, "docs/deploy.md"), "utf8"), settings, VISITS);
  writeFileSync(path.join(debian, "walk/walk.sh"), script);
  const [ended] = await Promise.allSettled([run("unshare", ["--mount", "sh", path.join(AREA, "harness/enter.sh"), debian])]);
  const log = readFileSync(path.join(debian, "walk/walk.log"), "utf8");
  writeFileSync(LOG, log);
  expect(log.slice(-4000), `The whole log is ${LOG}.`).toMatch(/\nWALKED\n$/);
  expect(ended.status).toBe("fulfilled");
});

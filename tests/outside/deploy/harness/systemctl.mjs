#!/usr/bin/node
/**
 * Stands in for systemctl where systemd does not run: starts and stops a service as its unit says. Of a unit it reads what the units of this
 * walk use: the user, the folders, the environment, the command and how long it may take to stop. A timer is looked up and not started.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const FOLDERS = ["/etc/systemd/system", "/lib/systemd/system"];
const [verb, ...rest] = process.argv.slice(2);
const isNow = rest.includes("--now");
const names = rest.filter((each) => !each.startsWith("--")).map((name) => (/\.\w+$/.test(name) ? name : `${name}.service`));

/** The lines of a unit by their key. */
function read(name) {
  const folder = FOLDERS.find((each) => existsSync(`${each}/${name}`));
  if (folder === undefined) throw new Error(`Unit ${name} not found.`);
  const unit = new Map();
  for (const [, key, value] of readFileSync(`${folder}/${name}`, "utf8").matchAll(/^(\w+)=(.*)$/gm))
    unit.set(key, [...(unit.get(key) ?? []), value]);
  return { last: (key) => unit.get(key)?.at(-1), all: (key) => unit.get(key) ?? [] };
}

/** As systemd reads an EnvironmentFile, of values that are plain or in single quotes. */
function settings(file) {
  const lines = readFileSync(file, "utf8").matchAll(/^(\w+)=(?:'(.*)'|(.*))$/gm);
  return Object.fromEntries([...lines].map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}

const idOf = (option, user) => Number(spawnSync("id", [option, user], { encoding: "utf8" }).stdout);
const pidFile = (name) => `/run/${name}.pid`;

function launch(name, unit) {
  const user = unit.last("User") ?? "root";
  const [uid, gid] = [idOf("-u", user), idOf("-g", user)];
  const home = spawnSync("getent", ["passwd", user], { encoding: "utf8" }).stdout.split(":")[5];
  const cwd = unit.last("WorkingDirectory") ?? "/";
  for (const [key, parent] of [
    ["StateDirectory", "/var/lib"],
    ["CacheDirectory", "/var/cache"],
    ["RuntimeDirectory", "/run"],
  ])
    if (unit.last(key) && !existsSync(`${parent}/${unit.last(key)}`))
      spawnSync("install", ["-d", "-o", user, `${parent}/${unit.last(key)}`]);
  const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: home, USER: user };
  for (const file of unit.all("EnvironmentFile")) Object.assign(env, settings(file));
  const log = openSync(`/var/log/${name}.log`, "a");
  const [program, ...args] = unit.last("ExecStart").split(/\s+/);
  return spawn(program, args, { cwd, env, uid, gid, detached: true, stdio: ["ignore", log, log] });
}

/** The process that a service's file names, as long as it runs. */
function running(name) {
  if (!existsSync(pidFile(name))) return undefined;
  const pid = Number(readFileSync(pidFile(name), "utf8"));
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0] : "Z";
  return state === "Z" ? undefined : pid;
}

async function start(name) {
  const unit = read(name);
  if (name.endsWith(".timer")) return void read(name.replace(/timer$/, "service"));
  if (running(name)) return;
  const child = launch(name, unit);
  await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  if (unit.last("Type") === "oneshot") {
    const [code] = await new Promise((resolve) => child.once("exit", (...how) => resolve(how)));
    if (code !== 0) throw new Error(`${name} failed (${code}):\n${readFileSync(`/var/log/${name}.log`, "utf8").slice(-4000)}`);
    return;
  }
  writeFileSync(pidFile(name), String(child.pid));
  child.unref();
}

async function stop(name) {
  const pid = running(name);
  if (pid === undefined) return;
  process.kill(pid, "SIGTERM");
  const until = Date.now() + 1000 * Number.parseInt(read(name).last("TimeoutStopSec") ?? "90", 10);
  while (running(name)) {
    if (Date.now() > until) throw new Error(`${name} does not stop`);
    await delay(100);
  }
  rmSync(pidFile(name));
}

mkdirSync("/var/log", { recursive: true });
try {
  for (const name of names) {
    if (verb === "start" || (verb === "enable" && isNow)) await start(name);
    else if (verb === "stop") await stop(name);
    else if (verb === "restart") {
      await stop(name);
      await start(name);
    } else if (verb === "enable") read(name);
    else throw new Error(`systemctl ${verb} is not known here`);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
process.exit();

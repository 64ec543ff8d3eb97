/**
 * Starts the programs of compose.single.yaml as their images do, without Docker: /walk/compose.json has them with their variables filled in. Then
 * a person signs up through the proxy, and the TURN server relays to the node and to no other address.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const { services, image, host, address } = JSON.parse(readFileSync("/walk/compose.json", "utf8"));
const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

/** Its name is an address in the network of Compose. */
appendFileSync("/etc/hosts", "127.0.0.1 node\n");
run("ip", "link", "add", "machine0", "type", "bridge");
run("ip", "address", "add", `${address}/32`, "dev", "machine0");
run("ip", "link", "set", "machine0", "up");
run("install", "--directory", "--owner=callwright", image.environment.DATA_DIR);

const started = [];
function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], ...options });
  child.on("exit", (code) => process.stdout.write(`${program} ended with ${code}\n`));
  started.push(child);
}
const [uid, gid] = ["-u", "-g"].map((option) => Number(run("id", option, "callwright")));
const { PATH } = process.env;
const [program, ...args] = image.command;
const environment = { PATH, ...image.environment, ...services.node.environment };
start(program, args, { cwd: "/opt/callwright/current", env: environment, uid, gid });
const [proxy, ...proxied] = services.proxy.command;
start(proxy, proxied, { env: { PATH, HOME: "/walk" } });
start("turnserver", services.turn.command);

try {
  // As the image's health check asks, and then through the proxy.
  await until(async () => (await fetch("http://node:3000/health/live")).ok);
  const trusted = {
    ...process.env,
    HOST_NAME: host,
    NODE_EXTRA_CA_CERTS: "/walk/.local/share/caddy/pki/authorities/local/root.crt",
  };
  await until(() => readFileSync(trusted.NODE_EXTRA_CA_CERTS));
  process.stdout.write(execFileSync("node", ["/walk/visit.mjs", "sign-up"], { encoding: "utf8", env: trusted }));

  const { TURN_URL, TURN_SECRET } = services.node.environment;
  assert.equal(TURN_URL, `turn:${host}:3478,turn:${host}:3478?transport=tcp`);
  start("turnutils_peer", ["-L", address, "-p", "40000"]);
  const relay = (secret, ...more) => {
    const asked = ["-u", "walk", "-W", secret, "-L", address, "-r", "40000", "-n", "5", ...more, address];
    return execFileSync("timeout", ["20", "turnutils_uclient", ...asked], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  };
  for (const transport of [[], ["-t"]]) assert.match(relay(TURN_SECRET, ...transport, "-e", address), /Total lost packets 0 /);
  const refused = (words) => (error) => words.test(error.stdout + error.stderr);
  assert.throws(() => relay(TURN_SECRET, "-e", "198.51.100.1"), refused(/error 403/));
  assert.throws(() => relay("another secret", "-e", address), refused(/Cannot complete Allocation/));
  process.stdout.write("compose.single.yaml: a person signed up, and TURN relayed to the node alone\n");
} finally {
  for (const child of started) child.kill();
  await delay(2000);
}

/** Another try every half second, for a minute. */
async function until(isDone) {
  for (let tries = 120; ; tries--) {
    try {
      if (await isDone()) return;
    } catch (error) {
      if (tries === 0) throw error;
    }
    assert.ok(tries > 0, "it did not come in a minute");
    await delay(500);
  }
}

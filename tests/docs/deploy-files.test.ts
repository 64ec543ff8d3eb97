import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { PROVIDER_VARIABLES, parseConfig, VARIABLES } from "../../apps/server/src/platform/config/config.ts";
import { HEALTH_PATH, LIVE_PATH } from "../../apps/server/src/platform/http/own-paths.ts";
import { workspaces } from "../../scripts/workspaces.mjs";

/** The files that run a server in containers, among themselves and with what the server knows. */

const ROOT = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), "utf8");
const dockerfile = read("Dockerfile");
const caddyfile = read("deploy/Caddyfile");
/** Settings that belong together are refused if one of them is missing. */
const SECRETS = {
  DATABASE_URL: "postgres://callwright:password@database:5432/callwright",
  SECRET: "a secret of at least 32 characters",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};
/** The remaining work of a stopped server after its calls have ended. */
const END_SECONDS = 45;

interface Compose {
  services: Record<
    string,
    { command?: string[]; environment: Record<string, string>; ports: string[]; stop_grace_period: string; volumes: string[] }
  >;
  volumes: Record<string, object>;
}
const compose = parse(read("compose.yaml"), { merge: true }) as Compose;
const single = parse(read("compose.single.yaml")) as Compose;
const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith("node-"));

interface Manifest {
  kind: string;
  metadata: { name: string };
  data: Record<string, string>;
  spec: Spec;
}
interface Probe {
  httpGet: { path: string };
}
/** The fields that the tests read of all kinds. */
interface Spec {
  serviceName: string;
  template: { spec: { terminationGracePeriodSeconds: number; containers: Container[] } };
  publishNotReadyAddresses?: boolean;
  selector: object;
  rules: { host: string }[];
  maxReplicas: number;
  metrics: { pods: { metric: { name: string }; target: { averageValue: string } } }[];
}
interface Container {
  env: { name: string; value: string }[];
  ports: object[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  lifecycle: { preStop: { exec: { command: string[] } } };
}
const folder = "deploy/kubernetes/";
const files = readdirSync(new URL(folder, ROOT));
const manifests = files.flatMap((file) => parseAllDocuments(read(folder + file)).map((each) => each.toJS() as Manifest));
const manifest = (kind: string, name = "callwright") => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const first = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error("there is none");
  return item;
};
const set = manifest("StatefulSet").spec;
const container = first(set.template.spec.containers);

/** Fails with the server's own error message. */
function configOf(environment: Record<string, string>) {
  const known = Object.keys({ ...VARIABLES, ...PROVIDER_VARIABLES });
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  return parseConfig(environment);
}

/** As Compose replaces the variables of `.env`. */
const TURN_SECRET = "a secret of the TURN server";
const FILLED: Record<string, string> = {
  CALLWRIGHT_HOST: "voice.example.com",
  PUBLIC_IP: "203.0.113.7",
  TURN_SECRET,
  ...SECRETS,
};
const ONE_SERVER = "deploy/one-server/";
const oneServer = (file: string) => read(ONE_SERVER + file);
const filled = (text: string) => text.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => FILLED[name] ?? "password");

/** Of a range of MEDIA_PORTS: browsers whose network blocks UDP use TCP. */
const published = (range = "") => ["tcp", "udp"].map((protocol) => `${range}:${range}/${protocol}`);

test("compose.yaml: settings that the server takes, ports that are published, time to drain", () => {
  expect(nodes).toHaveLength(2);
  const ranges = nodes.map(([name, { environment, ports, stop_grace_period, volumes }]) => {
    const texts = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)]));
    const config = configOf(texts);
    expect(ports).toEqual(published(texts.MEDIA_PORTS));
    expect(Number.parseInt(stop_grace_period, 10)).toBe(config.drainSeconds + END_SECONDS);
    expect(config.nodeUrl).toBe(`https://${name}.voice.example.com`);
    expect(volumes).toContain("blobs:/data/blobs");
    expect(caddyfile).toMatch(new RegExp(`^${name}\\.\\{\\$CALLWRIGHT_HOST\\} \\{\\n\\treverse_proxy ${name}:3000$`, "m"));
    return config.mediaPortRange;
  });
  expect(ranges[0]?.max).toBeLessThan(ranges[1]?.min ?? 0);
  const balanced = nodes.map(([name]) => `${name}:${parseConfig({}).port}`).join(" ");
  expect(caddyfile).toContain(`reverse_proxy ${balanced} {`);
  expect(caddyfile).toContain(`health_uri ${HEALTH_PATH}\n`);
  const mounted = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((each) => each.split(":")[0]));
  expect(mounted.filter((name) => !name?.startsWith("./"))).toEqual(expect.arrayContaining(Object.keys(compose.volumes)));
});

test("Kubernetes: settings that the server takes, probes, time to drain, an address for each node", () => {
  const { data } = manifest("ConfigMap");
  expect(container.env.map(({ name }) => name)).toEqual(["POD_NAME", "NODE_URL"]);
  const nodeUrl = first(container.env.slice(1));
  const own = { [nodeUrl.name]: nodeUrl.value.replace("$(POD_NAME)", "callwright-0") };
  const config = configOf({ ...data, ...own, ...SECRETS });
  expect(set.serviceName).toBe(manifest("Service", "callwright-nodes").metadata.name);
  expect([container.startupProbe, container.readinessProbe].map((probe) => probe.httpGet.path)).toEqual([
    HEALTH_PATH,
    HEALTH_PATH,
  ]);
  expect(container.livenessProbe.httpGet.path).toBe(LIVE_PATH);
  expect(container.ports).toMatchObject([{ name: "http", containerPort: config.port, hostPort: config.port }]);
  const preStopSeconds = Number(container.lifecycle.preStop.exec.command[1]);
  const least = preStopSeconds + config.drainSeconds + END_SECONDS;
  expect(set.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(least);

  const { maxReplicas, metrics } = manifest("HorizontalPodAutoscaler").spec;
  const hosts = manifest("Ingress").spec.rules.map(({ host }) => host);
  const addresses = Array.from({ length: maxReplicas }, (_, index) =>
    nodeUrl.value.replace("$(POD_NAME)", `callwright-${index}`),
  );
  expect(hosts.map((host) => `https://${host}`)).toEqual([data.PUBLIC_URL, ...addresses]);
  for (const index of addresses.keys()) {
    const { spec } = manifest("Service", `callwright-${index}`);
    expect(spec.selector).toEqual({ "statefulset.kubernetes.io/pod-name": `callwright-${index}` });
    // A draining node is not ready, and its callers can still reconnect.
    expect(spec.publishNotReadyAddresses).toBe(true);
  }
  expect(manifest("Service").spec.publishNotReadyAddresses).toBeUndefined();
  const { pods } = first(metrics);
  expect(read("docs/metrics.md")).toContain(`| \`${pods.metric.name}\` | gauge |`);
  expect(Number(pods.target.averageValue)).toBeLessThan(config.callHostMax * config.callHostMaxCalls);
  const { resources } = parse(read(`${folder}kustomization.yaml`)) as { resources: string[] };
  expect([...resources, "kustomization.yaml"].sort()).toEqual([...files].sort());
});

test("Dockerfile: what the server needs is copied, and is there", () => {
  const needed = workspaces.find(({ folder: each }) => each === "apps/server")?.needs ?? [];
  for (const each of ["apps/server", ...needed]) {
    expect(dockerfile).toContain(`COPY ${each}/package.json ${each}/\n`);
    expect(dockerfile).toContain(`COPY --from=build /app/${each}/dist ${each}/dist\n`);
  }
  expect(dockerfile).toContain("COPY --from=build /app/dist/packages dist/packages\n");
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = ""]) => sources.split(" "));
  expect(copied.filter((source) => !existsSync(new URL(source, ROOT)))).toEqual([]);
  expect(dockerfile).toContain(`${LIVE_PATH}\``);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toContain(`EXPOSE ${parseConfig({}).port}\n`);
});

test("compose.single.yaml: settings that the server takes, ports that are published, a TURN server that lets the server's callers in", () => {
  const { node, proxy, turn } = single.services;
  if (!node || !proxy || !turn) throw new Error("a service is missing");
  const texts = Object.fromEntries(Object.entries(node.environment).map(([key, value]) => [key, filled(value)]));
  const config = configOf(texts);
  expect(node.ports).toEqual(published(texts.MEDIA_PORTS));
  expect(Number.parseInt(node.stop_grace_period, 10)).toBe(config.drainSeconds + END_SECONDS);
  expect((proxy.command ?? []).map(filled)).toEqual(
    expect.arrayContaining(["voice.example.com", `node:${parseConfig({}).port}`]),
  );
  const flags = (turn.command ?? []).map(filled);
  const port = flags.find((flag) => flag.startsWith("--listening-port="))?.split("=")[1];
  const address = `turn:voice.example.com:${port}`;
  expect(config.turn).toEqual({ urls: [address, `${address}?transport=tcp`], secret: TURN_SECRET });
  expect(flags).toEqual(expect.arrayContaining(["--use-auth-secret", `--static-auth-secret=${TURN_SECRET}`]));
  expect(flags.filter((flag) => flag.includes("peer-ip"))[0]).toBe("--allowed-peer-ip=203.0.113.7");
  const mounted = [node, proxy].flatMap(({ volumes }) => volumes.map((each) => each.split(":")[0]));
  expect(mounted.sort()).toEqual(Object.keys(single.volumes).sort());
});

test("one server: its settings, its unit, its firewall and its proxy agree", () => {
  const lines = [...oneServer("callwright.env").matchAll(/^(\w+)=(.*)$/gm)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  const settings: Record<string, string> = { ...Object.fromEntries(lines), SECRET: SECRETS.SECRET };
  const { BACKUP_DIR, BACKUP_DAYS, NODE_ENV, ...ofServer } = settings;
  expect([BACKUP_DIR, BACKUP_DAYS, NODE_ENV]).toEqual(["/var/backups/callwright", "14", "production"]);
  const config = configOf(ofServer);
  const unit = oneServer("callwright.service");
  expect(unit).toContain(`\nTimeoutStopSec=${config.drainSeconds + END_SECONDS}\n`);
  for (const file of ["callwright.service", "callwright-backup.service"])
    expect(oneServer(file)).toContain(
      "\nUser=callwright\nWorkingDirectory=/opt/callwright/current\nEnvironmentFile=/etc/callwright/callwright.env\n",
    );
  for (const protocol of ["tcp", "udp"])
    expect(oneServer("nftables.conf")).toContain(`\t\t${protocol} dport ${settings.MEDIA_PORTS} accept\n`);
  expect(oneServer("Caddyfile")).toContain(`reverse_proxy ${settings.HOST}:${config.port}\n`);
  expect(oneServer("Caddyfile")).toContain(`${new URL(config.publicUrl ?? "").host} {`);
});

test("docs/deploy.md uses every file of one server, and names no other", () => {
  const document = read("docs/deploy.md");
  const there = readdirSync(new URL(ONE_SERVER, ROOT));
  for (const file of there) expect(document, file).toContain(file);
  const [, path = ""] = /^## One server\n([\s\S]*?)^## /m.exec(document) ?? [];
  const installed = [...path.matchAll(/^install (.+) \S+$/gm)].flatMap(([, words = ""]) => words.split(" "));
  const files = installed.filter((word) => !word.startsWith("-"));
  expect(files.filter((file) => !there.includes(file) && !file.startsWith("/"))).toEqual([]);
  expect(files).toContain("callwright.service");
  // Without them, the walk of `npm run test:outside -- deploy` would skip a section.
  expect(path.match(/^```sh walk/gm)?.length).toBeGreaterThan(12);
});

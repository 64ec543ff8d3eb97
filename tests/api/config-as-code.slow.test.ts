import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { openTerminal, type Terminal } from "../auth/terminal.ts";
import { type Desk, signInDesk } from "./config-desk.ts";
import { expectSameAfterRoundTrip, openEmptyDesk } from "./config-round-trip.ts";

/** `callwright pull`, `plan` and `push` against a real server. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const opened: Terminal[] = [];
afterEach(() => {
  for (const terminal of opened.splice(0)) terminal.close();
});

function newTerminal(): Terminal {
  const terminal = openTerminal();
  opened.push(terminal);
  return terminal;
}

const openDesk = (person: TestClient) => signInDesk(server, person, newTerminal());

const desks = { openDesk };
const emptyDesk = () => openEmptyDesk(server, desks);

test("an organization: pulled and pushed into an empty one it is the same, and a second time nothing changes", {
  tags: "long",
  timeout: 240_000,
}, async () => {
  const files = await expectSameAfterRoundTrip(server, desks, (all) => all.slice(0, 2));
  expect(Object.keys(files).length).toBeGreaterThan(15);
});

test("resources that refer to each other in a circle are created", async () => {
  const desk = await emptyDesk();
  const destination = (assistant: string) =>
    `type: handoff\nfunction: { name: to_${assistant} }\ndestinations:\n  - { type: assistant, assistantId: ${assistant} }\n`;
  for (const [own, other] of [
    ["sales", "service"],
    ["service", "sales"],
  ] as const) {
    desk.write(`tools/to-${own}.yaml`, destination(own));
    desk.write(
      `assistants/${own}.yaml`,
      `name: ${own}\nmodel:\n  provider: callwright\n  model: builtin\n  toolIds: [to-${other}]\n`,
    );
  }
  expect(await desk.run("push")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await desk.run("plan")).toMatchObject({ exitCode: 0 });
  const assistants = await desk.send<{ name: string; model: { toolIds: string[] } }[]>("GET", "/assistant");
  expect(assistants.map(({ name, model }) => [name, model.toolIds.length]).sort()).toEqual([
    ["sales", 1],
    ["service", 1],
  ]);
});

const RILEY = `# Answers the main number.
name: Riley
firstMessage: Hello! # short
model:
  provider: callwright
  model: builtin
  messages:
    # Agreed with the shop on 3 May.
    - role: system
      content: |
        We are open from nine to five.
        Never promise a discount.
`;

describe("an organization with one assistant", () => {
  let desk: Desk;
  let id: string;
  const riley = () => desk.send<{ firstMessage?: string; name: string }>("GET", `/assistant/${id}`);
  beforeEach(async () => {
    desk = await emptyDesk();
    desk.write("assistants/riley.yaml", RILEY);
    expect(await desk.run("push")).toMatchObject({ exitCode: 0, stderr: "" });
    [{ id }] = await desk.send<[{ id: string }]>("GET", "/assistant");
  });

  test("a pull takes what changed on the server, and keeps comments", async () => {
    await desk.send("PATCH", `/assistant/${id}`, { firstMessage: "Good day!", silenceTimeoutSeconds: 45 });
    expect(await desk.run("pull")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(desk.read("assistants/riley.yaml")).toBe(
      `${RILEY.replace("Hello! # short", "Good day! # short")}silenceTimeoutSeconds: 45\n`,
    );
  });

  test("what changed on the server is reported, and neither side is lost without --overwrite", async () => {
    await desk.send("PATCH", `/assistant/${id}`, { firstMessage: "Good day!" });
    await desk.send("POST", "/tool", { type: "endCall" });
    const plan = await desk.run("plan");
    expect(plan).toMatchObject({ exitCode: 2, stderr: "" });
    expect(plan.stdout).toContain('firstMessage: "Good day!" → "Hello!"');
    expect(plan.stdout).toContain("Changed on the server since the last pull or push:\n  assistants/riley  changed");
    const { steps, unmanaged } = JSON.parse((await desk.run("plan", "--json")).stdout);
    expect(steps).toEqual([{ action: "update", key: "assistants/riley", fields: ["firstMessage"] }]);
    expect(unmanaged).toEqual(["tools/endcall"]);

    expect(await desk.run("push")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("would undo changes") });
    expect((await riley()).firstMessage).toBe("Good day!");

    desk.write("assistants/riley.yaml", RILEY.replace("Hello!", "Hi!"));
    expect(await desk.run("pull")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("assistants/riley") });
    expect(desk.read("assistants/riley.yaml")).toContain("Hi!");
    expect(await desk.run("push", "--overwrite")).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await riley()).firstMessage).toBe("Hi!");
    expect(await desk.run("plan")).toMatchObject({ exitCode: 0 });
  });

  test("an edit here survives a pull, and a renamed resource stays the same one", async () => {
    desk.write("assistants/riley.yaml", RILEY.replace("name: Riley", "name: Reception"));
    expect((await desk.run("pull")).stdout).toContain("assistants/riley was edited here. It stays.");
    expect(await desk.run("push")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await riley()).toMatchObject({ name: "Reception" });
    // Without the lock file, the name decides.
    for (const file of ["callwright.lock.json", ".callwright"]) rmSync(path.join(desk.dir, file), { recursive: true });
    expect(await desk.run("plan")).toMatchObject({ exitCode: 0 });
  });

  test("a removed field is cleared, a removed file deletes nothing, and with --prune the resource", async () => {
    desk.write("assistants/riley.yaml", RILEY.replace(/^firstMessage.*\n/m, ""));
    expect(await desk.run("push")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await riley()).not.toHaveProperty("firstMessage");
    // Never in a file: no push deletes it.
    await desk.send("POST", "/tool", { type: "endCall" });
    rmSync(path.join(desk.dir, "assistants/riley.yaml"));
    expect(await desk.run("push")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("not in the files:\n  tools/endcall\n  assistants/riley"),
    });
    expect(await riley()).toMatchObject({ name: "Riley" });
    expect(await desk.run("plan", "--prune")).toMatchObject({ exitCode: 2, stdout: expect.stringContaining("1 to delete") });
    expect(await desk.run("push", "--prune")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await desk.send("GET", "/assistant")).toEqual([]);
    expect(await desk.send("GET", "/tool")).toHaveLength(1);
  });

  test("a resource that was deleted on the server loses its file with a pull", async () => {
    await desk.send("DELETE", `/assistant/${id}`);
    expect((await desk.run("pull")).stdout).toContain("- assistants/riley.yaml");
    expect(desk.tree()).toEqual({});
  });

  test.each([
    ["a syntax error", RILEY.replace("name: Riley", "name: [Riley"), /^assistants\/riley\.yaml:\d+: /],
    [
      "an unknown field",
      RILEY.replace("firstMessage", "fristMessage"),
      /^assistants\/riley\.yaml:3: fristMessage is not a known field$/m,
    ],
    [
      "a wrong value",
      `${RILEY}silenceTimeoutSeconds: soon\n`,
      /^assistants\/riley\.yaml:13: silenceTimeoutSeconds must be a number$/m,
    ],
    [
      "a reference to nothing",
      RILEY.replace("model: builtin", "model: builtin\n  toolIds: [end-call]"),
      /^assistants\/riley\.yaml:7: model\.toolIds\[0\] refers to tools\/end-call, which is neither/m,
    ],
  ])("%s has a file, a line and a field, and nothing is sent", async (_, text, message) => {
    desk.write("assistants/riley.yaml", text.replace("Hello!", "Hi!"));
    for (const command of ["plan", "push"])
      expect(await desk.run(command)).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(message) });
    expect(await riley()).toMatchObject({ firstMessage: "Hello!" });
  });

  test("an environment has its own values, secrets are those of the shell, and another organization is refused", async () => {
    desk.write(
      "environments/staging/assistants/riley.yaml",
      `firstMessage: This is a test system.\nserver: { url: "https://staging.example", headers: { X-Key: "\${env:SHOP_KEY}" } }\n`,
    );
    const unset = await desk.run("plan", "-e", "staging");
    expect(unset).toMatchObject({ exitCode: 2, stdout: expect.stringContaining("SHOP_KEY  assistants/riley") });
    desk.terminal.env = { SHOP_KEY: "s3cret" };
    const pushed = await desk.run("push", "-e", "staging");
    expect(pushed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(pushed.stdout).not.toContain("s3cret");
    expect(await riley()).toMatchObject({ firstMessage: "This is a test system.", server: { headers: { "X-Key": "s3cret" } } });
    desk.terminal.env = { SHOP_KEY: "another" };
    expect((await desk.run("plan", "-e", "staging")).stdout).toContain(`server.headers.X-Key: (secret) → "\${env:SHOP_KEY}"`);

    await desk.send("PATCH", `/assistant/${id}`, { firstMessage: "Test!", endCallMessage: "Bye." });
    expect(await desk.run("pull", "-e", "staging")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(desk.read("environments/staging/assistants/riley.yaml")).toMatch(/^firstMessage: Test!\n.*\$\{env:SHOP_KEY\}/s);
    expect(desk.read("assistants/riley.yaml")).toBe(`${RILEY}endCallMessage: Bye.\n`);

    const secret = { url: "https://staging.example", headers: { "X-Key": "rotated" } };
    await desk.send("PATCH", `/assistant/${id}`, { server: secret });
    expect((await desk.run("plan", "-e", "staging")).stdout).toContain("assistants/riley  changed");
    expect((await desk.run("pull", "-e", "staging")).stdout).toContain("server.headers.X-Key has another value on the server");
    expect(desk.read("environments/staging/assistants/riley.yaml")).not.toContain("rotated");

    desk.write(
      "callwright.yaml",
      'environments:\n  production: { organization: The other one }\n  elsewhere: { server: "https://elsewhere.example" }\n',
    );
    desk.terminal.env = { CALLWRIGHT_SERVER: server.url };
    expect(await desk.run("push", "-e", "elsewhere")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is for https://elsewhere.example"),
    });
    expect(await desk.run("push", "-e", "production")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Nothing was sent."),
    });
    expect(await desk.run("push", "-e", "staging")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("no environment 'staging'"),
    });
  });
});

test("a push that fails in the middle says what was done, and goes on from there", async () => {
  const desk = await emptyDesk();
  const output = (regex: string) => `name: Order\ntype: regex\nregex: "${regex}"\nschema: { type: string }\n`;
  desk.write("files/hours.yaml", "name: hours.txt\ncontent: hours.content.txt\n");
  desk.write("files/hours.content.txt", "We open at eight.");
  desk.write("structured-outputs/order.yaml", output("("));
  desk.write("assistants/riley.yaml", "name: Riley\nartifactPlan: { structuredOutputIds: [order] }\n");
  const failed = await desk.run("push");
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toMatch(/^structured-outputs\/order\.yaml:3: regex /);
  expect(failed.stderr).toContain("Done:\n  + create file files/hours\nNot done:\n  + create assistant assistants/riley");
  desk.write("structured-outputs/order.yaml", output("[0-9]+"));
  expect((await desk.run("push")).stdout).toContain("2 to create, 1 unchanged.");
  expect(await desk.send("GET", "/file")).toHaveLength(1);

  // A file cannot change: it is uploaded again, and references to it follow.
  desk.write(
    "tools/ask.yaml",
    "type: query\nfunction: { name: ask }\nknowledgeBases: [{ name: h, provider: google, description: Hours, fileIds: [hours] }]\n",
  );
  expect(await desk.run("push")).toMatchObject({ exitCode: 0, stderr: "" });
  // Also if other fields change at the same time.
  desk.write("tools/ask.yaml", desk.read("tools/ask.yaml").replace("name: ask }", "name: ask, description: Ask }"));
  desk.write("files/hours.content.txt", "We open at nine.");
  expect((await desk.run("plan")).stdout).toContain("1 to update, 1 to replace");
  expect(await desk.run("push", "--prune")).toMatchObject({ exitCode: 0, stderr: "" });
  const [file] = await desk.send<{ id: string }[]>("GET", "/file");
  expect(await desk.send("GET", "/file")).toHaveLength(1);
  expect(await desk.send("GET", "/tool")).toMatchObject([{ knowledgeBases: [{ fileIds: [file?.id] }] }]);
  expect(await desk.run("plan", "--prune")).toMatchObject({ exitCode: 0 });
});

test("the sample of the document works", async () => {
  const desk = await emptyDesk();
  const document = readFileSync(new URL("../../docs/config-as-code.md", import.meta.url), "utf8");
  const blocks = [...document.matchAll(/^```yaml\n# callwright\/(\S+)\n([\s\S]*?)^```$/gm)];
  expect(blocks.length).toBeGreaterThan(4);
  for (const [, file = "", text = ""] of blocks) if (file !== "callwright.yaml") desk.write(file, text);
  desk.terminal.env = { SHOP_TOKEN: "Bearer s3cret" };
  expect(await desk.run("push", "-e", "staging")).toMatchObject({ exitCode: 0, stderr: "" });
  const server = { url: "https://staging.shop.example/orders", headers: { Authorization: "Bearer s3cret" } };
  expect(await desk.send("GET", "/tool")).toMatchObject([{ function: { name: "find_order" }, server }]);
  expect(await desk.run("plan", "-e", "staging")).toMatchObject({ exitCode: 0 });
  for (const [, file = "", text = ""] of blocks)
    if (file === "callwright.yaml") desk.write(file, text.replaceAll(/^ +server:.*\n/gm, ""));
  expect(await desk.run("plan", "-e", "staging")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("Bicycles (staging)"),
  });
});

test("tests are in the file of their suite", async () => {
  const desk = await emptyDesk();
  const suite = (script: string) =>
    `name: Smoke\ntests:\n  # The most frequent question.\n  - { type: chat, name: Hours, script: ${script}, scorers: [] }\n  - { type: chat, name: Price, script: Ask, scorers: [] }\n`;
  desk.write("test-suites/smoke.yaml", suite("Ask"));
  expect(await desk.run("push")).toMatchObject({ exitCode: 0, stderr: "" });
  desk.write("test-suites/smoke.yaml", suite("Ask twice"));
  expect((await desk.run("push")).stdout).toContain('~ update test test-suites/smoke/hours\n    script: "Ask" → "Ask twice"');
  const [{ id }] = (await desk.send<{ results: [{ id: string }] }>("GET", "/test-suite")).results;
  await desk.send("POST", `/test-suite/${id}/test`, { type: "chat", name: "Name", script: "Ask", scorers: [] });
  expect(await desk.run("pull")).toMatchObject({ exitCode: 0, stderr: "" });
  expect(desk.read("test-suites/smoke.yaml")).toMatch(/# The most frequent question\.\n.*Ask twice.*\n.*Price.*\n.*name: Name/s);
  expect(await desk.run("plan")).toMatchObject({ exitCode: 0 });
});

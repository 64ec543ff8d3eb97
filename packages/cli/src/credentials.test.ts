import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCredentialStore } from "./credentials.ts";

const server = "https://voice.example.com";
let homeFolder: string;
beforeEach(() => {
  homeFolder = mkdtempSync(path.join(tmpdir(), "callwright-cli-"));
});
afterEach(() => rmSync(homeFolder, { recursive: true, force: true }));

const open = () => openCredentialStore({ env: {}, platform: "linux", homeFolder });

test.each([
  ["at home", "linux", {}, "/home-folder/.config/callwright/credentials.json"],
  ["where XDG says", "linux", { XDG_CONFIG_HOME: "/config" }, "/config/callwright/credentials.json"],
  [
    "at home when XDG says something relative",
    "linux",
    { XDG_CONFIG_HOME: "config" },
    "/home-folder/.config/callwright/credentials.json",
  ],
  ["at home on a Mac", "darwin", {}, "/home-folder/.config/callwright/credentials.json"],
  ["in APPDATA on Windows", "win32", { APPDATA: "/roaming" }, "/roaming/callwright/credentials.json"],
] as const)("the file is %s", (_, platform, env, file) => {
  expect(openCredentialStore({ env, platform, homeFolder: "/home-folder" }).file).toBe(file);
});

test("what is changed is kept, for its owner alone, and nothing lies beside it", async () => {
  const { change, read, file } = open();
  await change(({ servers }) => {
    servers[server] = { sessionToken: "secret" };
  });
  expect(await read()).toEqual({ servers: { [server]: { sessionToken: "secret" } } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(["credentials.json"]);
});

test("a file that others could read is replaced by one that they cannot", async () => {
  const { change, file } = open();
  const add = () =>
    change(({ servers }) => {
      servers[server] = { sessionToken: "secret" };
    });
  await add();
  rmSync(file);
  writeFileSync(file, JSON.stringify({ servers: {} }), { mode: 0o644 });
  await add();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a change that fails leaves what was there", async () => {
  const { change, file } = open();
  await change(({ servers }) => {
    servers[server] = { sessionToken: "secret" };
  });
  const before = readFileSync(file, "utf8");
  const failing = change(() => {
    throw new Error("failed");
  });
  await expect(failing).rejects.toThrow("failed");
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("with its last server the file goes", async () => {
  const { change, file } = open();
  await change(({ servers }) => {
    servers[server] = { sessionToken: "secret" };
  });
  await change(({ servers }) => {
    delete servers[server];
  });
  expect(existsSync(file)).toBe(false);
});

test.each(["{", "[]", '{"servers":{"https://a.example":{}}}'])("a damaged file is named, with the way out: %s", async (text) => {
  const { change, read, file } = open();
  await change(({ servers }) => {
    servers[server] = { sessionToken: "secret" };
  });
  writeFileSync(file, text);
  await expect(read()).rejects.toMatchObject({
    message: `${file} is damaged. Delete it, then sign in again: callwright login`,
    exitCode: 3,
  });
});

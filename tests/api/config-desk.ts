import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { type Ran, shownCode, type Terminal } from "../auth/terminal.ts";

/** A signed-in admin with a folder of files. */
export interface Desk {
  person: TestClient;
  terminal: Terminal;
  dir: string;
  run: (...args: string[]) => Promise<Ran>;
  read: (file: string) => string;
  write: (file: string, text: string) => void;
  /** Every file of the configuration with its content. */
  tree: () => Record<string, string>;
  send: <Body = Record<string, unknown>>(method: string, route: string, body?: unknown) => Promise<Body>;
}

export async function signInDesk(server: TestServer, person: TestClient, terminal: Terminal): Promise<Desk> {
  const headers = { "content-type": "application/json", origin: server.url, cookie: person.cookie };
  terminal.whileWaiting = async (printed) => {
    const userCode = shownCode(printed);
    await fetch(`${server.url}/api/auth/device?user_code=${userCode}`, { headers });
    await fetch(`${server.url}/api/auth/device/approve`, { method: "POST", headers, body: JSON.stringify({ userCode }) });
  };
  expect(await terminal.run(["login", "--server", server.url])).toMatchObject({ exitCode: 0 });
  return deskOf(person, terminal);
}

export function deskOf(person: TestClient, terminal: Terminal): Desk {
  const dir = path.join(terminal.home, "callwright");
  const desk: Desk = {
    person,
    terminal,
    dir,
    run: (command = "", ...args) => terminal.run([command, "--dir", desk.dir, ...args]),
    read: (file) => readFileSync(path.join(desk.dir, file), "utf8"),
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(desk.dir, file)), { recursive: true });
      writeFileSync(path.join(desk.dir, file), text);
    },
    tree: () => {
      const files = readdirSync(desk.dir, { recursive: true, encoding: "utf8", withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      const names = files.map(({ parentPath, name }) => path.relative(desk.dir, path.join(parentPath, name)));
      const own = names.filter((name) => name !== "callwright.lock.json" && !name.startsWith(".callwright"));
      return Object.fromEntries(own.sort().map((name) => [name, desk.read(name)]));
    },
    send: async <Body>(method: string, route: string, body?: unknown) => {
      const answer = await person.json<Body>(method, route, body);
      expect({ route, ...answer }).toMatchObject({ status: method === "POST" ? 201 : 200 });
      return answer.body;
    },
  };
  return desk;
}

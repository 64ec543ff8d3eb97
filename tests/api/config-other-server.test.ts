import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SAMPLE_ID } from "@callwright/contract/testing";
import { expect, test } from "vitest";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { openTerminal } from "../auth/terminal.ts";
import { type Desk, deskOf } from "./config-desk.ts";

/** `callwright pull`, `plan` and `push` with other implementations of the API. */

/** A desk at another implementation's server. It breaks the connection if `answer` returns undefined. */
async function withOtherServer(
  answer: (method: string, url: string, body: unknown) => [status: number, body: unknown] | undefined,
  use: (desk: Desk) => Promise<void>,
): Promise<void> {
  const other = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const answered = answer(request.method ?? "", request.url ?? "", text === "" ? undefined : JSON.parse(text));
    if (!answered) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answered[0], { "content-type": "application/json" });
    response.end(JSON.stringify(answered[1]));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const terminal = openTerminal();
  try {
    terminal.env = { CALLWRIGHT_SERVER: `http://127.0.0.1:${(other.address() as AddressInfo).port}`, CALLWRIGHT_TOKEN: "key" };
    await use(deskOf({} as TestClient, terminal));
  } finally {
    terminal.close();
    await new Promise((resolve) => other.close(resolve));
  }
}

const NOT_FOUND: [number, unknown] = [404, { message: "Not found" }];

test("another server of the same API: fields that the contract does not know stay, and kinds that it lacks are left out", async () => {
  const sent: [string, string, unknown][] = [];
  const assistant = {
    id: SAMPLE_ID,
    orgId: SAMPLE_ID,
    name: "Riley",
    createdAt: "2026-01-01T00:00:00.000Z",
    mood: { level: 3 },
  };
  const answer = (method: string, url: string, body: unknown): [number, unknown] => {
    if (method !== "GET") sent.push([method, url, body]);
    if (!url.startsWith("/assistant") && !url.startsWith("/tool")) return NOT_FOUND;
    if (method !== "GET") return [200, { ...assistant, ...(body as object) }];
    return [200, url.startsWith("/assistant?") ? [assistant] : []];
  };
  await withOtherServer(answer, async (desk) => {
    expect(await desk.run("pull")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(desk.tree()).toEqual({ "assistants/riley.yaml": "name: Riley\nmood:\n  level: 3\n" });
    desk.write("assistants/riley.yaml", "name: Riley\nmood:\n  level: 4\n");
    expect(await desk.run("push")).toMatchObject({
      exitCode: 0,
      stderr: "",
      stdout: expect.stringContaining("mood is not a known field"),
    });
    expect(sent).toEqual([["PATCH", `/assistant/${SAMPLE_ID}`, { mood: { level: 4 } }]]);
    // Between the response and now, another person changed it back.
    expect((await desk.run("plan")).stdout).toContain("assistants/riley  changed");
  });
});

test("a connection that breaks in the middle of a push leaves a report and the ids", async () => {
  let isBroken = false;
  const tools: unknown[] = [];
  const answer = (method: string, url: string, body: unknown): [number, unknown] | undefined => {
    if (isBroken) return undefined;
    if (method === "GET") return /^\/(assistant|tool)\?/.test(url) ? [200, url.startsWith("/tool") ? tools : []] : NOT_FOUND;
    isBroken = url === "/assistant";
    if (isBroken) return undefined;
    const tool = { ...(body as object), id: "tool-1", orgId: SAMPLE_ID, createdAt: "2026-01-01T00:00:00.000Z" };
    tools.push(tool);
    return [201, tool];
  };
  await withOtherServer(answer, async (desk) => {
    desk.write("tools/end.yaml", "type: endCall\n");
    desk.write("assistants/riley.yaml", "name: Riley\n");
    expect(await desk.run("push")).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/stopped at: \+ create assistant assistants\/riley\nDone:\n {2}\+ create tool tools\/end\n/),
    });
    expect(desk.read("callwright.lock.json")).toContain('"tools/end": "tool-1"');
    isBroken = false;
    // The resources now contain the organization's name. Locked resources stay locked.
    expect(await desk.run("pull")).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(desk.read("callwright.lock.json"))).toEqual({ [SAMPLE_ID]: { "tools/end": "tool-1" } });
  });
});

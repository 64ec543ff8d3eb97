import { expect, it } from "vitest";
import type { AgentTool } from "../conversation/agent-tool.ts";
import type { FromHost } from "./call-host-protocol.ts";
import { ServerTools } from "./server-tools.ts";

const CALL = { id: "1", name: "book", arguments: {} };

/** A host's tools, with its messages to the server. */
function setUp(isConnected = true) {
  const sent: FromHost[] = [];
  const tools = new ServerTools((message) => {
    if (isConnected) sent.push(message);
    return isConnected;
  });
  const deadline = new AbortController();
  const runner = tools.runnerOf("call", []);
  return { sent, tools, deadline, runner, outcome: runner.run(CALL, { name: "Ada" }, deadline.signal) };
}

it("asks the server, and knows the tools that it has after", async () => {
  const { sent, tools, runner, outcome } = setUp();
  expect(sent).toEqual([{ type: "act", requestId: "0", callId: "call", act: { call: CALL, variables: { name: "Ada" } } }]);
  const changed = [{ name: "cancel" } as AgentTool];
  const done = { result: "Booked.", failed: false, metadata: { table: 7 } };
  tools.acted({ type: "acted", requestId: "another", callId: "call", outcome: { result: "", failed: true } });
  tools.acted({ type: "acted", requestId: "0", callId: "call", outcome: done, tools: changed });
  expect(await outcome).toEqual(done);
  expect(runner.tools).toBe(changed);
});

it("cancels the run at the server, and ignores a later answer", async () => {
  const { sent, tools, deadline, outcome } = setUp();
  deadline.abort();
  expect(await outcome).toMatchObject({ failed: true });
  expect(sent.at(-1)).toEqual({ type: "cancel-act", requestId: "0", callId: "call" });
  tools.acted({ type: "acted", requestId: "0", callId: "call", outcome: { result: "late", failed: false } });
});

it("has failed when the server is gone or its answer is no outcome of a tool", async () => {
  expect(await setUp(false).outcome).toEqual({
    result: "The tool was not run: the connection to the server is lost.",
    failed: true,
  });
  const { tools, outcome } = setUp();
  tools.acted({ type: "acted", requestId: "0", callId: "call", outcome: "garbage" as never });
  expect(await outcome).toEqual({ result: "The server's answer could not be understood.", failed: true });
});

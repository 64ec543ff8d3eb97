import { expect, test } from "vitest";
import { createReadAhead } from "./access.ts";

const URL = "http://127.0.0.1/assistant/a";
const as = (token: string, method = "GET") => ({ method, headers: { authorization: `Bearer ${token}` } });

function start() {
  let count = 0;
  let atMs = 0;
  const ahead = createReadAhead(
    async () => new Response(`answer ${++count}`),
    () => atMs,
  );
  const read = async (request: RequestInit) => (await ahead.fetch(URL, request)).text();
  return { ...ahead, read, pass: (ms: number) => (atMs += ms) };
}

test("a response is handed out once, and its sender reads it too", async () => {
  const { send, read } = start();
  const early = await send(URL, as("mine"));
  expect(await read(as("mine"))).toBe("answer 1");
  expect(await early.text()).toBe("answer 1");
  expect(await read(as("mine"))).toBe("answer 2");
});

test("neither with another token or method, nor when it has become old", async () => {
  const { send, read, pass } = start();
  await send(URL, as("mine"));
  expect(await read(as("of another organization"))).toBe("answer 2");
  expect(await read(as("mine", "DELETE"))).toBe("answer 3");
  pass(10_000);
  expect(await read(as("mine"))).toBe("answer 4");
});

test("a failure is reported to the request that takes it", async () => {
  const { send, fetch } = createReadAhead(
    () => Promise.reject(new TypeError("Failed to fetch")),
    () => 0,
  );
  await expect(send(URL)).rejects.toThrow("Failed to fetch");
  await expect(fetch(URL)).rejects.toThrow("Failed to fetch");
});

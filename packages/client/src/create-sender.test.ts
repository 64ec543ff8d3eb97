import { expect, test } from "vitest";
import { createSender } from "./index.ts";

interface Seen {
  url: string;
  init: RequestInit;
}

function sender(answers: Response[]) {
  const seen: Seen[] = [];
  const send = createSender({
    baseUrl: "https://voice.example.com",
    token: ({ rejected }) => (rejected === undefined ? "old" : "fresh"),
    fetch: async (url, init = {}) => {
      seen.push({ url: String(url), init });
      return answers.shift() ?? new Response("done");
    },
  });
  return { send, seen };
}

test("any path is sent to, with its query, body and token, and the answer is given as it is", async () => {
  const { send, seen } = sender([]);
  const response = await send("POST", "/of/tomorrow", { query: { id: ["a", "b"] }, body: { name: "Riley" } });
  expect(await response.text()).toBe("done");
  expect(seen[0]?.url).toBe("https://voice.example.com/of/tomorrow?id=a&id=b");
  expect(seen[0]?.init).toMatchObject({ method: "POST", body: '{"name":"Riley"}', headers: { authorization: "Bearer old" } });
});

test("a refused token is replaced once", async () => {
  const { send, seen } = sender([new Response(null, { status: 401 })]);
  await send("GET", "/assistant");
  expect(seen.map(({ init }) => new Headers(init.headers).get("authorization"))).toEqual(["Bearer old", "Bearer fresh"]);
});

test("without a token, and as a form", async () => {
  const { send, seen } = sender([]);
  await send("POST", "/open", { needsToken: false, isForm: true, body: { file: new File(["x"], "x.txt") } });
  expect(seen[0]?.init.headers).not.toHaveProperty("authorization");
  expect(seen[0]?.init.body).toBeInstanceOf(FormData);
});

test("a refusal is an ApiError with what was answered", async () => {
  const { send } = sender([Response.json({ error: "slow_down" }, { status: 400 })]);
  await expect(send("POST", "/token")).rejects.toMatchObject({ name: "ApiError", status: 400, body: { error: "slow_down" } });
});

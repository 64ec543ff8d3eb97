import { randomUUID } from "node:crypto";
import type { Assistant, AssistantVersion, ErrorBody, PageMetadata } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

const create = async (name: string) => (await client.json<Assistant>("POST", "/assistant", { name })).body;
const read = async <Body>(path: string) => (await client.json<Body>("GET", path)).body;
type Page = { results: Assistant[]; metadata: PageMetadata };

test("assistants by pages: every one once, by number and by cursor, and only the organization's", async () => {
  for (const name of ["a", "b", "c", "d"]) await create(name);
  const other = await server.signUp();
  await other.json("POST", "/assistant", { name: "theirs" });
  const all = await read<Assistant[]>("/assistant");
  const first = await read<Page>("/v2/assistant?limit=3");
  expect(first.metadata).toMatchObject({ totalItems: all.length, totalPages: 2, hasNextPage: true, sortOrder: "DESC" });
  await create("late");
  const second = await read<Page>(`/v2/assistant?limit=3&cursor=${first.metadata.nextCursor}`);
  expect([...first.results, ...second.results]).toEqual(all);
  expect((await read<Page>("/v2/assistant?limit=3&page=2&sortOrder=ASC")).results[0]?.name).toBe("c");
  const [one, two] = all.map(({ id }) => id);
  const chosen = await read<Page>(`/v2/assistant?idAny=${one?.toUpperCase()}&idAny=${two}&idAny=${randomUUID()}`);
  expect(chosen.results.map(({ id }) => id)).toEqual([one, two]);
});

test("versions go on from a page state, also when another is published meanwhile", async () => {
  const { id } = await create("Versions");
  for (const name of ["2", "3", "4"]) await client.json("PATCH", `/assistant/${id}`, { name });
  type Versions = { results: AssistantVersion[]; nextPageState?: string };
  const first = await read<Versions>(`/assistant/${id}/version?limit=2`);
  await client.json("PATCH", `/assistant/${id}`, { name: "5" });
  const second = await read<Versions>(`/assistant/${id}/version?limit=2&pageState=${first.nextPageState}`);
  expect([...first.results, ...second.results].map(({ version }) => version)).toEqual(["v4", "v3", "v2", "v1"]);
  expect(second.nextPageState).toBeUndefined();
  expect(await client.json<ErrorBody>("GET", `/assistant/${id}/version?pageState=x`)).toMatchObject({
    status: 400,
    body: { message: ["pageState must be the nextPageState of a page before"] },
  });
});

test("a long answer is compressed for a client that can read it, a short one is not", async () => {
  await client.json("POST", "/assistant", { name: "Long", firstMessage: "Hello. ".repeat(200) });
  const encodingOf = async (path: string, accepted: string) =>
    (await client.fetch(path, { headers: { "accept-encoding": accepted } })).headers.get("content-encoding");
  expect(await encodingOf("/assistant", "gzip, br")).toBe("br");
  expect(await encodingOf("/assistant", "gzip, br;q=0")).toBe("gzip");
  expect(await encodingOf("/assistant", "identity")).toBeNull();
  expect(await encodingOf("/phone-number", "br")).toBeNull();
});

test("a search finds names by their words and ids by their beginning, among an organization's own", async () => {
  const wanted = await create("Front desk of Dr. 100%");
  await create("Front door");
  await (await server.signUp()).json("POST", "/assistant", { name: "Front desk of others" });
  const found = async (search: string, path = "/assistant") => {
    const answer = await read<Assistant[] | Page>(`${path}?${new URLSearchParams({ search })}`);
    return (Array.isArray(answer) ? answer : answer.results).map(({ name }) => name);
  };
  expect(await found("DESK front")).toEqual(["Front desk of Dr. 100%"]);
  expect(await found("front", "/v2/assistant")).toEqual(["Front door", "Front desk of Dr. 100%"]);
  expect(await found(wanted.id.slice(0, 12).toUpperCase())).toEqual(["Front desk of Dr. 100%"]);
  expect(await found("100%")).toEqual(["Front desk of Dr. 100%"]);
  expect(await found("desk_of")).toEqual([]);
});

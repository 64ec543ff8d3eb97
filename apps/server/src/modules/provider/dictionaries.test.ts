import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ErrorBody, ProviderResource } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "../../platform/db/page-start.ts";
import { FakeDictionaries } from "../../testing/fake-dictionaries.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

const KEY = "right-0123456789abcdef";

const dictionaries = new FakeDictionaries();
const { elevenLabs, cartesia } = dictionaries;

/** Both providers on one server. */
const providers = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://fake");
  const text = (await request.toArray()).join("");
  const { authorization, "xi-api-key": xi, "cartesia-version": version } = request.headers;
  const isAllowed = xi === KEY || (authorization === `Bearer ${KEY}` && version !== undefined);
  const answer = isAllowed
    ? dictionaries.answer(request.method, pathname, text === "" ? {} : (JSON.parse(text) as Record<string, unknown>))
    : { status: 401, body: "wrong key" };
  const { status, body } = answer ?? { status: 404, body: "unknown address" };
  response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
});

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => providers.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(providers.address() as AddressInfo).port}`;
  server = await startTestServer({ config: { providerUrls: { "11labs": url, cartesia: url } } });
  client = await server.signUp();
  for (const provider of ["11labs", "cartesia"]) await client.json("POST", "/credential", { provider, apiKey: KEY });
});
afterAll(async () => {
  await server.close();
  providers.closeAllConnections();
  providers.close();
});

const ELEVEN = "/provider/11labs/pronunciation-dictionary";
const CARTESIA = "/provider/cartesia/pronunciation-dictionary";

test("a dictionary of ElevenLabs is created, changed and archived; its id and newest version are what assistants name", async () => {
  const rules = [{ stringToReplace: "UN", type: "alias", alias: "United Nations" }];
  const created = await client.json<ProviderResource>("POST", ELEVEN, { name: "Names", rules });
  expect(created.status).toBe(201);
  expect(ProviderResource.parse(created.body)).toMatchObject({
    provider: "11labs",
    resourceName: "pronunciation-dictionary",
    resourceId: "dict1",
    resource: {
      pronunciationDictionaryId: "dict1",
      dictionaryName: "Names",
      versionId: "v1",
      versionRulesNum: 1,
      permissionOnResource: "admin",
      creationTimeUnix: 1_700_000_000,
      rules,
    },
  });
  expect(elevenLabs.get("dict1")?.rules).toEqual([{ string_to_replace: "UN", type: "alias", alias: "United Nations" }]);

  const path = `${ELEVEN}/${created.body.id}`;
  const more = [...rules, { stringToReplace: "Nginx", type: "phoneme", phoneme: "EH N JH IH N", alphabet: "cmu-arpabet" }];
  const changed = await client.json<ProviderResource>("PATCH", path, { name: "Places", rules: more });
  expect(changed.body.resource).toMatchObject({ dictionaryName: "Places", versionId: "v2", versionRulesNum: 2, rules: more });
  // A change of the name keeps the rules.
  const renamed = await client.json<ProviderResource>("PATCH", path, { name: "Names" });
  expect(renamed.body.resource).toMatchObject({ dictionaryName: "Names", versionId: "v2", rules: more });
  expect((await client.json<Page<ProviderResource>>("GET", `${ELEVEN}?resourceId=dict1`)).body.results).toEqual([renamed.body]);
  expect((await client.json("GET", `${CARTESIA}/${created.body.id}`)).status).toBe(404);

  expect((await client.json("DELETE", path)).status).toBe(200);
  expect([elevenLabs.get("dict1")?.archived, (await client.json("GET", path)).status]).toEqual([true, 404]);
});

test("a dictionary of Cartesia is created, changed and deleted", async () => {
  const items = [{ text: "Nginx", alias: "Engine-X" }];
  const created = await client.json<ProviderResource>("POST", CARTESIA, { name: "Words", items });
  expect(created).toMatchObject({
    status: 201,
    body: { resourceId: "pdict_1", resource: { id: "pdict_1", name: "Words", items } },
  });
  const path = `${CARTESIA}/${created.body.id}`;
  const changed = await client.json<ProviderResource>("PATCH", path, { items: [] });
  expect(changed.body.resource).toMatchObject({ name: "Words", items: [] });
  expect((await client.json("DELETE", path)).status).toBe(200);
  expect([cartesia.size, (await client.json<Page<ProviderResource>>("GET", CARTESIA)).body.results]).toEqual([0, []]);
});

test("what the provider refuses is said in its words, and one that is gone there can be deleted here", async () => {
  const refused = await client.json<ErrorBody>("POST", ELEVEN, { name: "No rules" });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "provider-refused", message: expect.stringContaining("Field required") },
  });
  const { body } = await client.json<ProviderResource>("POST", CARTESIA, { name: "Short-lived" });
  cartesia.clear();
  const path = `${CARTESIA}/${body.id}`;
  expect(await client.json("PATCH", path, { name: "x" })).toMatchObject({ status: 400, body: { code: "provider-refused" } });
  expect((await client.json("DELETE", path)).status).toBe(200);

  const stranger = await server.signUp();
  expect(await stranger.json("POST", ELEVEN, {})).toMatchObject({ status: 400, body: { code: "credential-missing" } });
});

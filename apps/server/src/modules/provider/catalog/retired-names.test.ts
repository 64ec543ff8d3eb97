import { CATALOG, type CatalogRow, type EndingUse, lifeOf, withSuccessors } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";

/** The warnings that an assistant's author sees for each name of the catalog that its provider ends. */

const DAY_MS = 86_400_000;
/** The whole speech endpoint ends, and its replacement by OpenAI is a model that both speaks and listens. */
const WITHOUT_SUCCESSOR = ["gpt-4o-mini-tts", "tts-1", "tts-1-hd"];

type RetiringRow = CatalogRow & { retires: string };
const rows = CATALOG.rows.filter((row): row is RetiringRow => row.retires !== undefined);
const days = [...new Set(rows.map(({ retires }) => retires))].sort();

let nowMs = Date.parse(days[0] ?? "");
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
});
afterAll(() => server.close());

const NEEDED: Readonly<Record<string, object>> = { voice: { voiceId: "any" }, model: {}, transcriber: {} };
const assistantWith = ({ part, provider, name }: CatalogRow) => ({
  name: `${part} ${provider} ${name}`.slice(0, 40),
  [part]: { provider, model: name, ...NEEDED[part] },
});

test("the catalog has names that end, of each part", () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(new Set(rows.map(({ part }) => part))).toEqual(new Set(["model", "voice", "transcriber"]));
});

test.each(days)("who uses a name that ends on %s is told the day before and on it, with a name that lives", async (day) => {
  const ending = rows.filter(({ retires }) => retires === day);
  for (const [hasEnded, at] of [
    [false, Date.parse(day) - DAY_MS],
    [true, Date.parse(day)],
  ] as const) {
    nowMs = at;
    const client = await server.signUp();
    const stored = new Map<string, { row: RetiringRow; config: object }>();
    for (const row of ending) {
      const config = assistantWith(row);
      const { status, body } = await client.json<{ id: string }>("POST", "/assistant", config);
      expect([row.name, status]).toEqual([row.name, 201]);
      stored.set(body.id, { row, config });
    }
    const { body: uses } = await client.json<EndingUse[]>("GET", "/catalog/ending");
    expect(new Set(uses.map(({ id }) => id))).toEqual(new Set(stored.keys()));
    for (const use of uses) {
      const { row, config } = stored.get(use.id) ?? expect.fail(`${use.id} is not stored`);
      const { part, provider, name } = row;
      expect.soft(use).toMatchObject({ part, provider, name, path: `${part}.model`, retires: day, hasEnded });
      if (WITHOUT_SUCCESSOR.includes(name)) {
        expect.soft(use).not.toHaveProperty("successor");
        continue;
      }
      const successor = use.successor ?? expect.fail(`${name} has no successor`);
      const next = CATALOG.find({ part, provider, name: successor });
      expect.soft([name, next && lifeOf(next, at)]).toEqual([name, expect.stringMatching(/^(new|current)$/)]);
      // The editor's change replaces only this name, and the server accepts it.
      const changed = withSuccessors(config, [use]);
      expect.soft(changed).toEqual({ ...config, [part]: { provider, ...NEEDED[part], model: successor } });
      expect.soft((await client.json("PATCH", `/assistant/${use.id}`, changed)).status).toBe(200);
    }
    const left = (await client.json<EndingUse[]>("GET", "/catalog/ending")).body.map(({ name }) => name);
    expect(left.sort()).toEqual(
      ending
        .map(({ name }) => name)
        .filter((name) => WITHOUT_SUCCESSOR.includes(name))
        .sort(),
    );
  }
});

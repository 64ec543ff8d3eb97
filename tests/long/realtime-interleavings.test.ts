/**
 * 1,000 random orders of events for clients of the realtime backend: new and removed queries, mutations, lost connections, sign-ins as another
 * person, a node that is killed and started again, slow and failing commits, late notices. Each run is determined by its number, as far as the
 * network permits. Afterwards, every client shows the state of the database, every mutation was done once or has failed, no request is pending, and
 * no client ever saw a change twice or missed its own.
 */
import { setTimeout as delay } from "node:timers/promises";
import {
  addOptimistically,
  MemoryDatabase,
  makeToken,
  mutate,
  type RealtimeRig,
  startRealtimeRig,
  type Watched,
  watch,
} from "@callwright/realtime/testing";
import { expect, it } from "vitest";

const RUNS = 1_000;
const AT_ONCE = 25;
const STEPS = 14;
const CLIENTS = 3;
const LISTS = ["a", "b", "c"];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `unknown`: another person had signed in before the result could be asked for. */
type Outcome = "done" | "failed" | "unknown" | "waiting";
type Client = ReturnType<RealtimeRig["client"]>;

interface Person {
  client: Client;
  shown: Map<string, Watched>;
}

class Run {
  readonly #random: () => number;
  readonly #database = new MemoryDatabase();
  readonly #people: Person[] = [];
  readonly #outcomes = new Map<string, Outcome>();
  readonly #waiting: Promise<void>[] = [];
  readonly problems: string[] = [];
  #rigs: RealtimeRig[] = [];
  #texts = 0;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)] as T;
  }

  async start(): Promise<void> {
    const pause = () => delay(this.#random() < 0.5 ? 0 : this.#below(15));
    this.#database.hooks = {
      afterSnapshot: pause,
      beforeTransaction: pause,
      beforeCommit: async () => {
        await pause();
        if (this.#random() < 0.05) throw new Error("the connection to the database was lost before the commit");
      },
      afterCommit: async () => {
        await pause();
        if (this.#random() < 0.05) throw new Error("the connection to the database was lost after the commit");
      },
    };
    for (let node = 0; node < 2; node++) this.#rigs.push(await this.#startNode());
    for (let index = 0; index < CLIENTS; index++) {
      const client = this.#one(this.#rigs).client();
      this.#people.push({ client, shown: new Map() });
    }
  }

  #startNode(port = 0): Promise<RealtimeRig> {
    return startRealtimeRig({ database: this.#database, port, noticeDelayMs: () => this.#below(20) });
  }

  async step(): Promise<void> {
    const person = this.#one(this.#people);
    const choice = this.#random();
    if (choice < 0.3) this.#watchOrStop(person);
    else if (choice < 0.7) this.#mutate(person);
    else if (choice < 0.8) this.#signIn(person);
    else if (choice < 0.9) this.#one(this.#rigs).cutConnections();
    else if (choice < 0.93) await this.#restart();
    else await delay(this.#below(30));
  }

  #watchOrStop({ client, shown }: Person): void {
    const list = this.#one(LISTS);
    const before = shown.get(list);
    if (before) {
      before.stop();
      shown.delete(list);
    } else shown.set(list, watch(client, "items:list", { list }));
  }

  #mutate({ client, shown }: Person): void {
    const list = this.#one(LISTS);
    const text = `text ${this.#texts++}`;
    const fails = this.#random() < 0.15;
    const work = fails ? mutate(client, "items:refuse", { list }) : addOptimistically(client, list, text);
    this.#outcomes.set(text, "waiting");
    const seenAtOnce = () => {
      const now = shown.get(list)?.values.at(-1) as string[] | undefined;
      return now === undefined || now.includes(text);
    };
    this.#waiting.push(
      work.then(
        () => {
          this.#outcomes.set(text, "done");
          if (!seenAtOnce()) this.problems.push(`${text} was answered and is not shown`);
        },
        ({ message }: Error) =>
          void this.#outcomes.set(text, message.includes("Somebody else asked for this") ? "unknown" : "failed"),
      ),
    );
  }

  #signIn({ client }: Person): void {
    const name = this.#one(["ada", "bob"]);
    const org = this.#one(["acme", "other"]);
    if (this.#random() < 0.2) client.client.clearAuth();
    else client.setAuth(async () => makeToken(name, { org }));
  }

  async #restart(): Promise<void> {
    const index = this.#below(this.#rigs.length);
    const killed = this.#rigs[index] as RealtimeRig;
    await killed.kill();
    this.#rigs[index] = await this.#startNode(killed.port);
    this.#killed.push(killed);
  }

  readonly #killed: RealtimeRig[] = [];

  /** Ends the random events and waits for all results. */
  async settle(): Promise<void> {
    const settled = Promise.all(this.#waiting).then(() => true);
    const isSettled = await Promise.race([settled, delay(60_000, false)]);
    if (!isSettled)
      this.problems.push(`never answered: ${[...this.#outcomes].filter(([, is]) => is === "waiting").map(([text]) => text)}`);
    const deadline = performance.now() + 30_000;
    while (this.#wrong().length > 0 && performance.now() < deadline) await delay(10);
    this.problems.push(...this.#wrong(), ...this.#effects(), ...this.#doubles());
  }

  #truth(list: string): string[] {
    return this.#database.items.filter((item) => item.list === list).map(({ text }) => text);
  }

  #wrong(): string[] {
    return this.#people.flatMap(({ client, shown }) => {
      const stale = [...shown].filter(
        ([list, { values }]) => JSON.stringify(values.at(-1)) !== JSON.stringify(this.#truth(list)),
      );
      const asked = client.connectionState().hasInflightRequests ? ["requests in flight"] : [];
      return [
        ...stale.map(([list, { values }]) => `${list} is shown as ${values.at(-1)}, and is ${this.#truth(list)}`),
        ...asked,
      ];
    });
  }

  #effects(): string[] {
    const found = new Map<string, number>();
    for (const { text } of this.#database.items) found.set(text, (found.get(text) ?? 0) + 1);
    return [...this.#outcomes].flatMap(([text, outcome]) => {
      const times = found.get(text) ?? 0;
      const isRight = outcome === "unknown" ? times <= 1 : times === (outcome === "done" ? 1 : 0);
      return isRight ? [] : [`${text} ${outcome}, and is there ${times} times`];
    });
  }

  /** Finds a list with an item and its placeholder, or an item twice. */
  #doubles(): string[] {
    const isDoubled = (value: unknown) => {
      const texts = (value as string[]).map((text) => text.replace("?", ""));
      return new Set(texts).size < texts.length;
    };
    return this.#people.flatMap(({ shown }) => [...shown.values()].flatMap(({ values }) => values.filter(isDoubled).map(String)));
  }

  async end(): Promise<void> {
    for (const { client } of this.#people) await client.close();
    for (const rig of [...this.#rigs, ...this.#killed]) await rig.close();
  }
}

async function run(seed: number): Promise<string[]> {
  const each = new Run(seed);
  await each.start();
  try {
    for (let step = 0; step < STEPS; step++) await each.step();
    await each.settle();
  } finally {
    await each.end();
  }
  return each.problems.map((problem) => `run ${seed}: ${problem}`);
}

it(`keeps ${RUNS} random orders of events true`, async () => {
  const problems: string[] = [];
  const seeds = Array.from({ length: RUNS }, (_, index) => index + 1).values();
  const work = async () => {
    for (const seed of seeds) problems.push(...(await run(seed)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(problems).toEqual([]);
});

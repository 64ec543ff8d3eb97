import { describe, expect, it } from "vitest";
import { CallController } from "../call-controller.ts";
import { NO_CALL } from "../call-snapshot.ts";
import { FakeEnvironment } from "../testing/fake-environment.ts";
import { CallStore } from "./call-store.ts";

function setUp(readToken = async () => "token") {
  const environment = new FakeEnvironment();
  const store = new CallStore(
    (apiToken) => new CallController(environment, { apiToken, apiBaseUrl: "https://api.test" }),
    readToken,
  );
  return { environment, store };
}

describe("CallStore", () => {
  it("shows a call from its start to its end", async () => {
    const { environment, store } = setUp();
    const phases: string[] = [];
    store.subscribe(() => phases.push(store.snapshot().phase));
    await store.start("assistant-1");
    environment.room.events.onAppMessage("listening");
    store.setMuted(true);
    expect(store.snapshot()).toMatchObject({ phase: "in-call", callId: "call-1", isMuted: true });
    await store.call?.stop();
    expect([...new Set(phases)]).toEqual(["connecting", "joining", "in-call", "ending", "ended"]);
    expect(environment.held).toBe(0);
  });

  it("answers the same snapshot until something changes", async () => {
    const { store } = setUp();
    expect(store.snapshot()).toBe(store.snapshot());
  });

  it("shows why a call did not start", async () => {
    const { store } = setUp(async () => {
      throw new Error("Sign in first.");
    });
    await store.start("assistant-1");
    expect(store.snapshot()).toMatchObject({ phase: "failed", problem: { message: "Sign in first." } });
  });

  it("hung up while its token is fetched starts no call", async () => {
    let tell: (token: string) => void = () => undefined;
    const { environment, store } = setUp(() => new Promise((resolve) => (tell = resolve)));
    const start = store.start("assistant-1");
    await store.stop();
    expect(store.snapshot().phase).toBe("ended");
    tell("token");
    await start;
    expect(environment.requests).toEqual([]);
    expect(store.snapshot().phase).toBe("ended");
  });

  it("shows the code of what was refused", async () => {
    const { store } = setUp();
    await store.start();
    expect(store.snapshot()).toMatchObject({ phase: "failed", problem: { code: "target-missing" } });
  });

  it("hangs up the call before the next one, and shows nothing more of it", async () => {
    const { environment, store } = setUp();
    await store.start("assistant-1");
    const [first] = environment.rooms;
    await store.start("assistant-2");
    expect(first?.isLeft).toBe(true);
    first?.events.onAppMessage("listening");
    expect(store.snapshot().phase).toBe("joining");
    environment.room.events.onAppMessage("listening");
    expect(store.snapshot().phase).toBe("in-call");
  });

  it("mounted twice at once, as in StrictMode, holds one call", async () => {
    const { environment, store } = setUp();
    const first = store.start("assistant-1");
    store.close();
    await Promise.all([first, store.start("assistant-1")]);
    expect(environment.requests).toHaveLength(1);
    expect(environment.rooms.filter(({ isLeft }) => !isLeft)).toHaveLength(1);
    store.close();
    await expect.poll(() => environment.held).toBe(0);
    expect(store.snapshot()).toBe(NO_CALL);
  });

  it("closed while the call is being made gives its room back", async () => {
    const { environment, store } = setUp();
    let answer: (response: Response) => void = () => undefined;
    environment.answer = () => new Promise((resolve) => (answer = resolve));
    const start = store.start("assistant-1");
    await expect.poll(() => environment.requests).toHaveLength(1);
    store.close();
    answer(Response.json(environment.call, { status: 201 }));
    await start;
    await expect.poll(() => environment.givenBack).toHaveLength(1);
    expect(store.snapshot()).toBe(NO_CALL);
    expect(environment.held).toBe(0);
  });
});

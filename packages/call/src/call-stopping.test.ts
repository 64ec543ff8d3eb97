import { describe, expect, it } from "vitest";
import { connected, setUp } from "./testing/call-in-test.ts";

describe("stopping", () => {
  it.each(["web-call-creation", "daily-call-join"] as const)("during %s leaves nothing and tells no error", async (stage) => {
    const { call, environment, valuesOf } = setUp((environment) => {
      const forever = new Promise<never>(() => undefined);
      if (stage === "web-call-creation") environment.answer = () => forever;
      else
        environment.join = (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const starting = call.start("assistant-1");
    await expect.poll(() => valuesOf("call-start-progress").at(-1)).toMatchObject({ stage, status: "started" });
    await call.stop();
    expect(await starting).toBeNull();
    expect(valuesOf("error")).toEqual([]);
    expect(valuesOf("call-end")).toEqual([]);
    expect(environment.held).toBe(0);
  });

  it("before the server has answered gives the room back when it does", async () => {
    let answer: (response: Response) => void = () => undefined;
    const { call, environment } = setUp((environment) => {
      environment.answer = () =>
        new Promise((resolve) => {
          answer = resolve;
        });
    });
    const starting = call.start("assistant-1");
    await expect.poll(() => environment.requests).toHaveLength(1);
    await call.stop();
    expect(await starting).toBeNull();
    expect(environment.givenBack).toEqual([]);
    answer(Response.json(environment.call, { status: 201 }));
    await expect.poll(() => environment.givenBack).toEqual([environment.call.webCallUrl]);
    expect(environment.rooms).toEqual([]);
  });

  it("between the server's answer and the room gives the room back, once", async () => {
    const { call, environment, valuesOf } = setUp((environment) => {
      environment.open = () => new Promise(() => undefined);
    });
    void call.start("assistant-1");
    await expect.poll(() => valuesOf("call-start-progress").at(-1)).toMatchObject({ stage: "daily-call-object-creation" });
    await call.stop();
    await call.stop();
    expect(environment.givenBack).toEqual([environment.call.webCallUrl]);
    expect(environment.rooms).toEqual([]);
  });

  it("leaves it to the room to hang up, once there is one", async () => {
    const { call, environment } = await connected();
    await call.stop();
    expect(environment.room.isLeft).toBe(true);
    expect(environment.givenBack).toEqual([]);
  });

  it("closes a microphone that is granted after the call is over", async () => {
    let grant: () => void = () => undefined;
    const { call, environment } = setUp((environment) => {
      environment.microphoneGranted = false;
      environment.open = () =>
        new Promise((resolve) => {
          grant = () => resolve(environment.grant());
        });
    });
    const starting = call.start("assistant-1");
    await expect.poll(() => grant.name).toBe("grant");
    await call.stop();
    grant();
    expect(await starting).toBeNull();
    expect(environment.tracks.map(({ readyState }) => readyState)).toEqual(["ended"]);
    expect(environment.requests).toEqual([]);
  });

  it("ends the call once, with the caller's reason", async () => {
    const { call, environment, heard, valuesOf } = await connected();
    await Promise.all([call.stop(), call.stop()]);
    await call.stop();
    expect(heard.map(({ name }) => name).filter((name) => name === "call-end" || name === "message")).toEqual([
      "call-end",
      "message",
    ]);
    expect(valuesOf("message")).toEqual([{ type: "status-update", status: "ended", endedReason: "customer-ended-call" }]);
    expect(environment.held).toBe(0);
    expect(call.state).toBe("ended");
  });

  it("start, stop, start at once: one call is left, and it works", async () => {
    const { call, environment } = setUp();
    const first = call.start("assistant-1");
    const stopped = call.stop();
    const second = call.start("assistant-2");
    expect(await first).toBeNull();
    await stopped;
    expect((await second)?.id).toBe("call-1");
    expect(call.state).toBe("joined");
    expect(environment.rooms.filter(({ isLeft }) => !isLeft)).toHaveLength(1);
    expect(environment.tracks.filter(({ readyState }) => readyState === "live")).toHaveLength(1);
  });

  it("is waited for by a start that follows, before it makes a room", async () => {
    const { call, environment, valuesOf } = await connected();
    let letGo: () => void = () => undefined;
    environment.room.leave = () =>
      new Promise((resolve) => {
        letGo = resolve;
      });
    const stopped = call.stop();
    const started = call.start("assistant-2");
    await expect.poll(() => valuesOf("call-start-progress").at(-1)).toMatchObject({ metadata: { action: "cleanup-existing" } });
    expect(environment.rooms).toHaveLength(1);
    letGo();
    await stopped;
    expect(await started).not.toBeNull();
    expect(environment.rooms).toHaveLength(2);
  });

  it("reports what a room could not release, and another call can be made", async () => {
    const { call, environment, valuesOf } = await connected();
    environment.room.leave = () => Promise.reject(new Error("the audio device hangs"));
    await call.stop();
    expect(valuesOf("error")).toMatchObject([{ type: "daily-error", error: { message: "the audio device hangs" } }]);
    expect(await call.start("assistant-1")).not.toBeNull();
  });

  it("happens when the page is left", async () => {
    const { environment } = await connected();
    for (const leave of [...environment.pageListeners]) leave();
    await expect.poll(() => environment.held).toBe(0);
  });

  it("by end() asks the other side first", async () => {
    const { call, environment } = await connected();
    const ending = call.end();
    expect(environment.room.sent.map((data) => JSON.parse(data))).toEqual([{ type: "end-call" }]);
    environment.room.events.onGone("closed");
    await ending;
    expect(call.state).toBe("ended");
  });

  it("by end() leaves the call alone that a page starts when it hears of the end", async () => {
    const { call, environment } = await connected();
    let next: Promise<unknown> | undefined;
    call.on("call-end", () => {
      next ??= call.start("assistant-2");
    });
    const ending = call.end();
    environment.room.events.onGone("closed");
    await ending;
    expect(await next).not.toBeNull();
    expect(call.state).toBe("joined");
    expect(environment.room.isLeft).toBe(false);
  });

  it.each([
    ["daily-call-join", []],
    ["video-recording-setup", ["join"]],
    ["audio-observer-setup", ["join"]],
    ["audio-processing-setup", ["join", "observeAudio"]],
  ] as const)("by a listener of %s lets nothing begin any more", async (hungUpAt, asked) => {
    const { call, environment, valuesOf } = setUp((environment) => {
      if (hungUpAt === "video-recording-setup") environment.call.artifactPlan = { videoRecordingEnabled: true };
    });
    call.on("call-start-progress", ({ stage, status }) => {
      if (stage === hungUpAt && status === "started") void call.stop();
    });
    expect(await call.start("assistant-1")).toBeNull();
    expect(environment.room.asked).toEqual(asked);
    expect(valuesOf("call-start-progress").at(-1)).toMatchObject({ stage: hungUpAt, status: "failed" });
    expect(valuesOf("error")).toEqual([]);
    expect(environment.held).toBe(0);
  });

  it("while the levels begin leaves out what comes after them", async () => {
    const { call, environment, valuesOf } = setUp();
    const { enterRoom } = environment;
    environment.enterRoom = async (context) => {
      const room = await enterRoom(context);
      room.observeAudio = () => new Promise(() => undefined);
      return room;
    };
    const starting = call.start("assistant-1");
    await expect.poll(() => valuesOf("call-start-progress").at(-1)).toMatchObject({ stage: "audio-observer-setup" });
    await call.stop();
    expect(await starting).toBeNull();
    expect(environment.room.asked).toEqual(["join"]);
  });
});

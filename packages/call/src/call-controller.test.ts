import { describe, expect, it } from "vitest";
import { CallFailure } from "./call-failure.ts";
import { connected, setUp } from "./testing/call-in-test.ts";

describe("starting a call", () => {
  it("goes through the stages in order, each with its duration", async () => {
    const { call, valuesOf } = setUp();
    const created = await call.start("assistant-1");
    expect(created?.id).toBe("call-1");
    expect(valuesOf("call-start-progress").map(({ stage, status }) => `${stage} ${status}`)).toEqual([
      "validation started",
      "validation completed",
      "initialization started",
      "initialization completed",
      "web-call-creation started",
      "web-call-creation completed",
      "daily-call-object-creation started",
      "daily-call-object-creation completed",
      "mobile-permissions started",
      "mobile-permissions completed",
      "daily-call-join started",
      "daily-call-join completed",
      "video-recording-setup completed",
      "audio-observer-setup started",
      "audio-observer-setup completed",
      "audio-processing-setup started",
      "audio-processing-setup completed",
    ]);
    expect(valuesOf("call-start-success")).toMatchObject([{ callId: "call-1", totalDuration: 0 }]);
    expect(call.state).toBe("joined");
  });

  it("measures a stage until it has really happened, in whole milliseconds", async () => {
    const { call, valuesOf } = setUp((environment) => {
      environment.join = async () => environment.time.advance(119.6);
    });
    await call.start("assistant-1");
    expect(valuesOf("call-start-success")).toMatchObject([{ totalDuration: 120 }]);
    expect(valuesOf("call-start-progress")).toContainEqual(
      expect.objectContaining({ stage: "daily-call-join", status: "completed", duration: 120 }),
    );
  });

  it("sends a string as an id and an object inline, with the token", async () => {
    const { call, environment } = setUp();
    await call.start({ name: "Riley" }, { variableValues: { shop: "Acme" } }, undefined, undefined, undefined, {
      roomDeleteOnUserLeaveEnabled: false,
    });
    await call.stop();
    await call.start(undefined, undefined, "squad-1");
    expect(environment.requests).toEqual([
      {
        url: "https://api.test/call/web",
        authorization: "Bearer token",
        body: {
          assistant: { name: "Riley" },
          assistantOverrides: { variableValues: { shop: "Acme" } },
          roomDeleteOnUserLeaveEnabled: false,
        },
      },
      { url: "https://api.test/call/web", authorization: "Bearer token", body: { squadId: "squad-1" } },
    ]);
  });

  it("rejects without a target, after a validation-error", async () => {
    const { call, valuesOf, environment } = setUp();
    await expect(call.start()).rejects.toThrow("Assistant or Squad or Workflow must be provided.");
    expect(valuesOf("error")).toMatchObject([
      {
        type: "validation-error",
        stage: "input-validation",
        error: {
          message: "Assistant or Squad or Workflow must be provided.",
          name: "CallFailure",
          code: "target-missing",
        },
        timestamp: "1970-01-01T00:00:00.000Z",
      },
    ]);
    expect(call.state).toBe("idle");
    expect(environment.held).toBe(0);
  });

  it("refuses a second start and leaves the first alone", async () => {
    const { call, valuesOf, environment } = await connected();
    expect(await call.start("assistant-2")).toBeNull();
    expect(valuesOf("call-start-progress").at(-1)).toMatchObject({
      stage: "validation",
      status: "failed",
      metadata: { reason: "already-started" },
    });
    expect(environment.requests).toHaveLength(1);
    expect(call.state).toBe("connected");
  });

  it("waits a second for permissions on a phone", async () => {
    const { call, environment, valuesOf } = setUp((environment) => {
      environment.isMobile = true;
    });
    const starting = call.start("assistant-1");
    await expect.poll(() => environment.time.pending).toBe(1);
    environment.time.advance(1000);
    await starting;
    expect(valuesOf("call-start-progress")).toContainEqual(
      expect.objectContaining({ stage: "mobile-permissions", status: "completed", duration: 1000 }),
    );
  });

  it("asks for the microphone before it creates a call, when the person will be asked", async () => {
    const { call, environment, heard } = setUp((environment) => {
      environment.microphoneGranted = false;
    });
    await call.start("assistant-1");
    const order = heard.map(({ name, value }) => (name === "call-start-progress" ? `${value.stage} ${value.status}` : name));
    expect(order.indexOf("microphone")).toBeLessThan(order.indexOf("web-call-creation started"));
    expect(environment.tracks).toHaveLength(1);
  });

  it("works without a microphone and says why there is none", async () => {
    const { call, environment, valuesOf } = setUp((environment) => {
      environment.open = async () => ({
        track: undefined,
        state: { status: "unavailable", problem: "blocked", message: "blocked" },
      });
    });
    expect(await call.start("assistant-1")).not.toBeNull();
    expect(environment.room.microphone).toBeUndefined();
    expect(valuesOf("microphone")).toEqual([{ status: "unavailable", problem: "blocked", message: "blocked" }]);
  });

  it("goes on when the levels cannot be observed", async () => {
    const { call, valuesOf } = setUp((environment) => {
      environment.observerFails = true;
    });
    expect(await call.start("assistant-1")).not.toBeNull();
    expect(valuesOf("error")).toMatchObject([{ type: "audio-observer-setup-error", stage: "audio-observer-setup" }]);
  });
});

describe("a start that fails", () => {
  it.each([
    ["web-call-creation", "at-capacity", ["start-method-error"]],
    ["daily-call-join", "unknown", ["daily-call-join-error", "start-method-error"]],
  ] as const)("in %s answers null, tells it, and leaves nothing", async (stage, code, types) => {
    const { call, environment, valuesOf } = setUp((environment) => {
      if (stage === "web-call-creation")
        environment.answer = async () => Response.json({ message: "All slots are in use.", code }, { status: 429 });
      else
        environment.join = async () => {
          throw new Error("no way through");
        };
    });
    expect(await call.start("assistant-1")).toBeNull();
    expect(valuesOf("error").map(({ type }) => type)).toEqual(types);
    expect(valuesOf("call-start-failed")).toMatchObject([{ stage, code, context: { hasAssistant: true } }]);
    expect(valuesOf("call-end")).toEqual([]);
    expect(environment.held).toBe(0);
    expect(call.state).toBe("ended");
  });

  it("takes the room's address from the transport when it is only there, and names an answer without one", async () => {
    const { call, environment, valuesOf } = setUp((environment) => {
      environment.call = { id: "call-1", transport: { provider: "daily", callUrl: "https://calls.test/call/1/room" } };
    });
    await call.start("assistant-1");
    expect(environment.room.context.call.webCallUrl).toBe("https://calls.test/call/1/room");
    await call.stop();
    environment.call = { id: "call-2" };
    expect(await call.start("assistant-1")).toBeNull();
    expect(valuesOf("error")).toMatchObject([{ error: { code: "server-refused" } }]);
  });

  it("names a server that does not answer", async () => {
    const { call, valuesOf } = setUp((environment) => {
      environment.answer = () => Promise.reject(new TypeError("Failed to fetch"));
    });
    expect(await call.start("assistant-1")).toBeNull();
    expect(valuesOf("error")).toMatchObject([{ error: { code: "server-unreachable" } }]);
  });

  it("in the room's hands while it joins ends with the room's reason", async () => {
    const { call, environment, valuesOf } = setUp((environment) => {
      environment.join = (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const started = call.start("assistant-1");
    await expect
      .poll(() => valuesOf("call-start-progress").at(-1))
      .toMatchObject({ stage: "daily-call-join", status: "started" });
    environment.room.events.onGone("closed", new CallFailure("room-full", "The room is full."));
    expect(await started).toBeNull();
    expect(valuesOf("error")).toMatchObject([
      { type: "daily-call-join-error", error: { code: "room-full" } },
      { type: "start-method-error", error: { code: "room-full" } },
    ]);
    expect(environment.held).toBe(0);
  });

  it("can be followed by one that works", async () => {
    const { call, environment } = setUp((environment) => {
      environment.join = async () => {
        throw new Error("no way through");
      };
    });
    await call.start("assistant-1");
    environment.join = async () => undefined;
    expect(await call.start("assistant-1")).not.toBeNull();
  });
});

describe("two calls of one page", () => {
  it("have a token and an address each", async () => {
    const { call, environment } = setUp(undefined, { apiToken: "one", apiBaseUrl: "https://one.test" });
    const other = setUp(undefined, { apiToken: "two", apiBaseUrl: "https://two.test" });
    await other.call.start("assistant-1");
    await call.start("assistant-1");
    expect(environment.requests).toMatchObject([{ url: "https://one.test/call/web", authorization: "Bearer one" }]);
    expect(other.environment.requests).toMatchObject([{ url: "https://two.test/call/web", authorization: "Bearer two" }]);
  });
});

describe("during a call", () => {
  it("emits call-start on listening, and messages parsed", async () => {
    const { environment, heard } = await connected();
    environment.room.events.onAppMessage('{"type":"user-interrupted"}');
    expect(heard.slice(-2)).toEqual([
      { name: "call-start", value: undefined },
      { name: "message", value: { type: "user-interrupted" } },
    ]);
  });

  it("says once on the console that a page lacks the files of noise cancellation, and tells no error", async () => {
    const { environment, valuesOf } = await connected((before) => {
      before.processing = { noiseCancellation: "none", warning: "Noise cancellation is off." };
    });
    expect(environment.logged).toEqual(["Noise cancellation is off."]);
    expect(valuesOf("error")).toEqual([]);
    expect(valuesOf("call-start-success")).toHaveLength(1);
  });

  it("only logs what cannot be parsed", async () => {
    const { environment, valuesOf } = await connected();
    environment.room.events.onAppMessage("{half");
    expect(valuesOf("message")).toEqual([]);
    expect(environment.logged).toHaveLength(1);
  });

  it("sends say with its defaults, and playable for each track", async () => {
    const { call, environment } = await connected();
    expect(call.say("Hello")).toBe(true);
    environment.room.events.onPlayable();
    expect(environment.room.sent).toEqual([
      '{"type":"say","message":"Hello","interruptionsEnabled":false,"interruptAssistantEnabled":false}',
      "playable",
    ]);
  });

  it("keeps the other side's reason and reports it once", async () => {
    const { environment, valuesOf } = await connected();
    const ended = { type: "status-update", status: "ended", endedReason: "silence-timed-out" };
    environment.room.events.onAppMessage(JSON.stringify(ended));
    environment.room.events.onAppMessage(JSON.stringify(ended));
    environment.room.events.onGone("closed");
    expect(valuesOf("message")).toEqual([ended]);
    expect(valuesOf("call-end")).toHaveLength(1);
    await expect.poll(() => environment.held).toBe(0);
  });

  it("does not call a lost connection the caller's doing", async () => {
    const { environment, valuesOf } = await connected();
    environment.room.events.onGone("lost");
    expect(valuesOf("error")).toMatchObject([{ type: "daily-error", error: { code: "connection-lost" } }]);
    expect(valuesOf("message")).toEqual([{ type: "status-update", status: "ended" }]);
  });

  it("reports volume and speech; speech ends with the call at the latest", async () => {
    const { call, environment, heard, valuesOf } = await connected();
    environment.room.events.onRemoteLevel(0.075);
    expect(valuesOf("volume-level")).toEqual([0.5]);
    expect(valuesOf("speech-start")).toHaveLength(1);
    await call.stop();
    const names = heard.map(({ name }) => name);
    expect(names.indexOf("speech-end")).toBeLessThan(names.indexOf("call-end"));
    environment.time.advance(5_000);
    expect(valuesOf("speech-end")).toHaveLength(1);
  });

  it("mutes the track, and a microphone chosen later as well", async () => {
    const { call, environment } = await connected();
    call.setMuted(true);
    expect(call.isMuted()).toBe(true);
    await call.setInputDevice("headset");
    expect(environment.tracks.map(({ enabled, readyState }) => [enabled, readyState])).toEqual([
      [false, "ended"],
      [false, "live"],
    ]);
    expect(environment.room.microphone).toBe(environment.tracks[1]);
    expect(environment.room.isMuted()).toBe(true);
  });

  it("takes the default microphone when the one in use is unplugged", async () => {
    const { environment } = await connected();
    environment.tracks[0]?.unplug();
    await expect.poll(() => environment.tracks.length).toBe(2);
    await expect.poll(() => environment.room.microphone).toBe(environment.tracks[1]);
  });

  it("keeps a microphone that works when another cannot be opened", async () => {
    const { call, environment, valuesOf } = await connected();
    environment.open = async () => ({
      track: undefined,
      state: { status: "unavailable", problem: "busy", message: "busy" },
    });
    await call.setInputDevice("headset");
    expect(valuesOf("camera-error")).toMatchObject([{ type: "camera-error", error: { code: "microphone-busy" } }]);
    expect(environment.tracks[0]?.readyState).toBe("live");
  });

  it("throws for mute without a call, and sends nothing", () => {
    const { call } = setUp();
    expect(() => call.setMuted(true)).toThrow("Call object is not available.");
    expect(call.isMuted()).toBe(false);
    expect(call.send({ type: "end-call" })).toBe(false);
  });

  it("is not stopped by a listener that throws", async () => {
    const { call, environment, valuesOf } = setUp();
    const thrown: unknown[] = [];
    const onUncaught = (error: unknown) => thrown.push(error);
    process.on("uncaughtException", onUncaught);
    call.on("call-start-progress", () => {
      throw new Error("a listener's own bug");
    });
    await call.start("assistant-1");
    environment.room.events.onAppMessage("listening");
    await expect.poll(() => thrown.length).toBeGreaterThan(0);
    process.off("uncaughtException", onUncaught);
    expect(valuesOf("call-start")).toHaveLength(1);
  });
});

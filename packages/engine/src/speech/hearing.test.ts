import { initializeLogger, type stt } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { passUntil, passUntilSettled, stopTime } from "../testing/fake-time.ts";
import { ScriptedStt } from "../testing/scripted-stt.ts";
import { Hearing } from "./hearing.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

function listen(provider: stt.STT | undefined, keep: (text: string) => boolean = () => true) {
  const told: string[] = [];
  const failures: string[] = [];
  const hearing = new Hearing(provider, {
    onWords(text, final) {
      told.push(`${final ? "final" : "partial"} ${text}`);
      return keep(text);
    },
    onFailure: (message) => failures.push(message),
  });
  const stream = hearing.stream();
  const passed: string[] = [];
  const done = (async () => {
    for await (const event of stream) passed.push(event.alternatives?.[0]?.text ?? String(event.type));
  })();
  return { hearing, stream, told, failures, passed, done };
}

describe("Hearing", () => {
  it("passes on what the transcriber says, but for what is kept from the session", async () => {
    const script = [
      { text: "what", final: false },
      { text: "okay", final: true },
      { text: "what now", final: true },
    ];
    const { stream, told, passed, done } = listen(new ScriptedStt([script]), (text) => text !== "okay");
    await passUntil(() => expect(passed).toEqual(["what", "what now"]));
    expect(told).toEqual(["partial what", "final okay", "final what now"]);
    stream.endInput();
    await passUntilSettled(done);
  });

  it("starts a transcriber that fails again, and tells why it failed", async () => {
    const provider = new ScriptedStt([["fail"], ["end"], [{ text: "back again", final: true }]]);
    const { stream, failures, passed, done } = listen(provider);
    await passUntil(() => expect(passed).toEqual(["back again"]));
    expect(failures).toEqual(["socket closed", "socket closed"]);
    expect(provider.streams).toBe(3);
    stream.close();
    await passUntilSettled(done);
  });

  it("takes words that were recognized elsewhere", async () => {
    const { hearing, stream, passed, done } = listen(undefined);
    await passUntil(() => {
      hearing.hear("typed by a browser", true);
      expect(passed).toContain("typed by a browser");
    });
    stream.close();
    await passUntilSettled(done);
  });
});

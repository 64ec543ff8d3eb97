import { initializeLogger, type stt } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderError } from "../model/provider-error.ts";
import { passUntil, passUntilSettled, stopTime } from "../testing/fake-time.ts";
import { hearingBy, ScriptedStt } from "../testing/scripted-stt.ts";
import { type CallTranscriber, Hearing } from "./hearing.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

function listen(provider: stt.STT | CallTranscriber[] | undefined, keep: (text: string) => boolean = () => true) {
  const told: string[] = [];
  const failures: string[] = [];
  const hearing = new Hearing(Array.isArray(provider) ? provider : hearingBy(provider).transcribers, {
    onWords(text, final) {
      told.push(`${final ? "final" : "partial"} ${text}`);
      return keep(text);
    },
    onFailure: ({ message }) => failures.push(message),
    onFellBack: ({ message }) => failures.push(message),
  });
  const stream = hearing.stream();
  const passed: string[] = [];
  const languages: (string | undefined)[] = [];
  const done = (async () => {
    for await (const event of stream) {
      passed.push(event.alternatives?.[0]?.text ?? String(event.type));
      languages.push(event.alternatives?.[0]?.language);
    }
  })();
  return { hearing, stream, told, failures, passed, languages, done };
}

describe("Hearing", () => {
  it("passes on the words of the transcriber, except those that are withheld from the session", async () => {
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

  it("restarts a failed transcriber, and reports why it failed", async () => {
    const provider = new ScriptedStt([["fail"], ["end"], [{ text: "back again", final: true }]]);
    const { stream, failures, passed, done } = listen(provider);
    await passUntil(() => expect(passed).toEqual(["back again"]));
    expect(failures).toEqual(["socket closed", "It stopped without saying why."]);
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

  it("passes on withheld words in the language of the transcriber, which the end-of-turn model depends on", async () => {
    const { hearing, stream, languages, done } = listen(
      new ScriptedStt([[{ text: "guten tag", final: true, language: "de" }]]),
      () => false,
    );
    await passUntil(() => {
      hearing.release("guten tag");
      expect(languages).toContain("de");
    });
    stream.close();
    await passUntilSettled(done);
  });
});

describe("a fallback plan", () => {
  const hopeless = new ProviderError("acme refused the key.", { provider: "acme", part: "transcriber", retryable: false });
  const frame = (value: number) => new AudioFrame(new Int16Array(1_600).fill(value), 16_000, 1, 1_600);
  const valuesOf = ({ frames }: ScriptedStt) => frames.map(({ data }) => data[0]);

  it("lets the next transcriber hear what the caller said since the last final words", async () => {
    let fail = () => {};
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const first = new ScriptedStt([[{ text: "hello", final: true }, failing, "fail"]]);
    const next = new ScriptedStt([[{ text: "do you deliver", final: true }]]);
    const { stream, failures, passed, done } = listen([
      { provider: "acme", stt: first, failuresMax: 1 },
      { provider: "other", stt: next, failuresMax: 1 },
    ]);
    stream.pushFrame(frame(1));
    await passUntil(() => expect(passed).toEqual(["hello"]));
    for (const value of [2, 3]) stream.pushFrame(frame(value));
    fail();
    await passUntil(() => expect(passed).toEqual(["hello", "do you deliver"]));
    stream.pushFrame(frame(4));
    await passUntil(() => expect(valuesOf(next).at(-1)).toBe(4));
    expect(valuesOf(next)).toEqual([2, 3, 4]);
    expect(failures).toEqual(["acme failed and other transcribes instead. socket closed"]);
    stream.close();
    await passUntilSettled(done);
  });

  it("gives a transcriber that may recover another chance, and one that cannot none", async () => {
    const flaky = new ScriptedStt([["fail"], ["fail"]]);
    const refused = new ScriptedStt([[hopeless]]);
    const last = new ScriptedStt([["end"], [{ text: "at last", final: true }]]);
    const { stream, failures, passed, done } = listen([
      { provider: "flaky", stt: flaky, failuresMax: 2 },
      { provider: "acme", stt: refused, failuresMax: 9 },
      { provider: "last", stt: last, failuresMax: 1 },
    ]);
    await passUntil(() => expect(passed).toEqual(["at last"]));
    expect(failures).toEqual([
      "socket closed",
      "flaky failed and acme transcribes instead. socket closed",
      "acme failed and last transcribes instead. acme refused the key.",
      // The only remedy is another attempt.
      "It stopped without saying why.",
    ]);
    stream.close();
    await passUntilSettled(done);
  });

  it("keeps the last seconds of a long silence, not all of it", async () => {
    const next = new ScriptedStt([[]]);
    let fail = () => {};
    const failing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const first = new ScriptedStt([[failing, "fail"]]);
    const { stream, done } = listen([
      { provider: "acme", stt: first, failuresMax: 1 },
      { provider: "other", stt: next, failuresMax: 1 },
    ]);
    for (let tenth = 0; tenth < 300; tenth++) stream.pushFrame(frame(tenth));
    await passUntil(() => expect(first.streams).toBe(1));
    fail();
    await passUntil(() => expect(valuesOf(next).at(-1)).toBe(299));
    expect(next.frames.length).toBeLessThanOrEqual(80);
    stream.close();
    await passUntilSettled(done);
  });
});

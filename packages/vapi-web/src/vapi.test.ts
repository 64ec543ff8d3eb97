import { afterEach, expect, it, vi } from "vitest";
import Vapi from "./index.ts";

/** What differs from `CallwrightCall`. Everything else is that class, which has tests of its own. */

afterEach(() => vi.unstubAllGlobals());

/** A page without devices, whose server refuses every call. */
function refusingPage() {
  const requests: string[] = [];
  const body = { message: "The token is not valid.", error: "Forbidden", statusCode: 403, code: "forbidden" };
  vi.stubGlobal("navigator", { userAgent: "", maxTouchPoints: 0 });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("fetch", async (address: string) => {
    requests.push(address);
    return Response.json(body, { status: 403 });
  });
  return { requests, body };
}

it("calls the server of its second argument", async () => {
  const { requests } = refusingPage();
  expect(await new Vapi("token", "https://voice.example.com/").start("assistant-1")).toBeNull();
  expect(requests).toEqual(["https://voice.example.com/call/web"]);
});

it("calls the server that the page or its build names, unless the app names one", async () => {
  const { requests } = refusingPage();
  vi.stubGlobal("CALLWRIGHT_URL", "https://defined.example.com");
  await new Vapi("token").start("assistant-1");
  await new Vapi("token", "https://voice.example.com").start("assistant-1");
  expect(requests).toEqual(["https://defined.example.com/call/web", "https://voice.example.com/call/web"]);
});

it("without a server, is no obstacle where a page is rendered, and says what is missing when it starts", async () => {
  vi.stubGlobal("navigator", undefined);
  const vapi = new Vapi("token");
  const errors: unknown[] = [];
  vapi.on("error", ({ type, error }) => errors.push([type, error.code]));
  await expect(vapi.start("assistant-1")).rejects.toThrow("set CALLWRIGHT_URL");
  expect(errors).toEqual([["validation-error", "server-address-missing"]]);
});

it("has the body of a refusal where that SDK has it", async () => {
  const { body } = refusingPage();
  const vapi = new Vapi("token", "https://voice.example.com");
  const errors: unknown[] = [];
  vapi.on("error", ({ type, error }) => errors.push([type, error.message, error.error]));
  await vapi.start("assistant-1");
  expect(errors).toEqual([["start-method-error", "The token is not valid.", body]]);
});

it("does without a call what that SDK does: nothing, or an error", async () => {
  const vapi = new Vapi("token");
  await vapi.stop();
  await vapi.end();
  await vapi.stopRecording();
  await vapi.setOutputDeviceAsync({ outputDeviceId: "default" });
  await vapi.startScreenSharing();
  await vapi.stopScreenSharing();
  vapi.stopLocalAudioLevelObserver();
  vapi.setVolume(0.5);
  expect([vapi.send({ type: "end-call" }), vapi.say("Goodbye")]).toEqual([false, false]);
  expect([vapi.isMuted(), vapi.getLocalAudioLevel(), vapi.getDailyCallObject(), vapi.getAudioPlayer()]).toEqual([
    false,
    0,
    null,
    null,
  ]);
  const NO_CALL = "Call object is not available.";
  expect(() => vapi.setMuted(true)).toThrow(NO_CALL);
  await expect(vapi.increaseMicLevel(2)).rejects.toThrow(NO_CALL);
  await expect(vapi.setInputDevicesAsync({})).rejects.toThrow(NO_CALL);
  await expect(vapi.startLocalAudioLevelObserver()).rejects.toThrow(NO_CALL);
  await expect(vapi.startRecording()).rejects.toThrow(NO_CALL);
  await expect(vapi.reconnect({ webCallUrl: "" })).rejects.toThrow("webCallUrl is required for reconnection.");
});

it("is an event emitter to the app, too", () => {
  const vapi = new Vapi("token");
  const heard: unknown[] = [];
  vapi.setMaxListeners(50).on("volume-level", (volume) => heard.push(volume));
  expect(vapi.emit("volume-level", 0.5)).toBe(true);
  expect(vapi.emit("call-start")).toBe(false);
  expect(vapi.emit("error", "of the app's own")).toBe(false);
  expect([heard, vapi.listenerCount("volume-level"), vapi.rawListeners("volume-level").length]).toEqual([[0.5], 1, 1]);
});

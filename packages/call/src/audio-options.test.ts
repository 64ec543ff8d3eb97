import { describe, expect, it } from "vitest";
import { safeAudioOptions } from "./audio-options.ts";

describe("safeAudioOptions", () => {
  it("replaces audioSource false by true, and says why", () => {
    const callObject = { audioSource: false, startAudioOff: true };
    const safe = safeAudioOptions({ callObject });
    expect(safe.callObject).toEqual({ audioSource: true, startAudioOff: true });
    expect(safe.warnings).toEqual([expect.stringMatching(/audioSource.*Chrome 140/)]);
    expect(callObject.audioSource).toBe(false);
  });

  it("removes alwaysIncludeMicInPermissionPrompt false, and says why", () => {
    const safe = safeAudioOptions({ callConfig: { alwaysIncludeMicInPermissionPrompt: false, avoidEval: true } });
    expect(safe.callConfig).toEqual({ avoidEval: true });
    expect(safe.warnings).toEqual([expect.stringMatching(/alwaysIncludeMicInPermissionPrompt.*Chrome 140/)]);
  });

  it.each([
    [{}],
    [{ callConfig: { alwaysIncludeMicInPermissionPrompt: true }, callObject: { audioSource: true } }],
    [{ callObject: { audioSource: "device-1" } }],
  ])("leaves %j alone", (options) => {
    expect(safeAudioOptions(options)).toEqual({ callConfig: {}, callObject: {}, ...options, warnings: [] });
  });
});

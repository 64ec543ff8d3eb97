import { expect, test } from "vitest";
import { browserCommand } from "./machine.ts";

const url = "https://voice.example.com/device?user_code=ABCD2345";

test.each([
  ["a Mac", "darwin", {}, ["open", url]],
  ["Windows", "win32", {}, ["rundll32", "url.dll,FileProtocolHandler", url]],
  ["a desktop of X11", "linux", { DISPLAY: ":0" }, ["xdg-open", url]],
  ["a desktop of Wayland", "linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open", url]],
  ["a machine without a screen", "linux", {}, undefined],
  ["a Mac over SSH", "darwin", { SSH_CONNECTION: "10.0.0.1 22" }, undefined],
  ["a CI job", "darwin", { CI: "true" }, undefined],
] as const)("on %s", (_, platform, env, command) => {
  expect(browserCommand(url, platform, env)).toEqual(command);
});

test.each(["file:///etc/passwd", "-a Calculator", "javascript:alert(1)"])("%s is not opened", (address) => {
  expect(browserCommand(address, "darwin", {})).toBeUndefined();
});

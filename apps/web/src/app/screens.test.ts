import { expect, test } from "vitest";
import { screenAt } from "./screens.ts";

test.each([
  ["/", "/overview"],
  ["/assistants/", "/assistants"],
  ["/assistants/a-b", "/assistants/$id"],
  ["/assistants/a-b/embed", "/assistants/$id/embed"],
  ["/calls", "/calls"],
  ["/squads", "/$resource"],
  ["/squads/new", "/$resource/new"],
  ["/squads/a-b", "/$resource/$id"],
  ["/squads/a-b/embed", "/$resource/$id/embed"],
  ["/chats/new", "/chats/new"],
  ["/chats/a-b", "/$resource/$id"],
  ["/settings/developers", "/settings/developers"],
  ["/simulations/a/tests/new", "/simulations/$id/tests/new"],
  ["/simulations/runs/a", "/simulations/runs/$runId"],
  ["/simulations/callers/new", "/simulations/callers/new"],
  ["/simulations/a", "/simulations/$id"],
  ["/simulations/new", "/simulations/new"],
  ["/a/b/c/d/e", undefined],
])("the screen at %s is %s", (pathname, screen) => {
  expect(screenAt(pathname)).toBe(screen);
});

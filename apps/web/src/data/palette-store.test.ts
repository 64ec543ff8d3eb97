import { expect, test } from "vitest";
import { createPaletteStore } from "./palette-store.ts";
import type { SessionState } from "./session.ts";

const org = { id: "o", name: "First", createdAt: "", updatedAt: "" };
const signedIn: SessionState = {
  kind: "signed-in",
  user: { id: "u", name: "Ada", email: "ada@example.com", emailVerified: true },
  orgs: [org],
  org,
};

function setUp(initial: SessionState) {
  let session = initial;
  const listeners = new Set<() => void>();
  const palette = createPaletteStore({
    state: () => session,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const become = (next: SessionState) => {
    session = next;
    for (const listener of listeners) listener();
  };
  return { palette, become };
}

test("opens for those who are signed in, and for nobody else", () => {
  const { palette, become } = setUp({ kind: "signed-out", expired: false });
  expect(palette.open()).toBe(false);
  become(signedIn);
  expect(palette.open()).toBe(true);
  expect(palette.state()).toEqual({ opened: true, query: "" });
});

test("a second ⌘K keeps what was typed; closing forgets it", () => {
  const { palette } = setUp(signedIn);
  palette.open();
  palette.setQuery("Ri");
  expect(palette.open()).toBe(true);
  expect(palette.state().query).toBe("Ri");
  palette.close();
  palette.open();
  expect(palette.state().query).toBe("");
});

test("closes with the session", () => {
  const { palette, become } = setUp(signedIn);
  palette.open();
  become({ kind: "signed-out", expired: true });
  expect(palette.state().opened).toBe(false);
});

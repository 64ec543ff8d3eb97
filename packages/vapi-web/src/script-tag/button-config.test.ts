import { expect, it } from "vitest";
import { buttonConfig, type GivenButtonConfig } from "./button-config.ts";
import { placeOf } from "./button-styles.ts";

it("keeps what a page writes, and fills in the rest, of each state too", () => {
  const config = buttonConfig({ position: "top-left", width: "80px", idle: { type: "pill", title: "Ask us" } });
  expect(config).toMatchObject({
    position: "top-left",
    offset: "40px",
    width: "80px",
    height: "50px",
    idle: { type: "pill", title: "Ask us", subtitle: "Talk with our AI assistant", color: "rgb(93, 254, 202)" },
    loading: { type: "round", title: "Connecting…" },
    active: { type: "round", color: "rgb(255, 0, 0)" },
  });
});

it("places a button whose position it does not know at the bottom", () => {
  expect(buttonConfig({ position: "middle" } as unknown as GivenButtonConfig).position).toBe("bottom");
});

it.each([
  ["top", "4px auto auto 50%", "-50% 0"],
  ["bottom", "auto auto 4px 50%", "-50% 0"],
  ["left", "50% auto auto 4px", "0 -50%"],
  ["right", "50% 4px auto auto", "0 -50%"],
  ["top-left", "4px auto auto 4px", "0 0"],
  ["bottom-right", "auto 4px 4px auto", "0 0"],
])("%s is at %s of the page's edges", (position, inset, translate) => {
  expect(placeOf(position, "4px")).toEqual({ inset, translate });
});

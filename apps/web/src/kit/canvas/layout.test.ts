import { expect, test } from "vitest";
import { CARD_WIDTH, cardHeight } from "./canvas-parts.ts";
import { freePlace, layoutCards } from "./layout.ts";

const cards = ["a", "b", "c", "d"].map((id) => ({ id, text: "What it says.", chips: [] }));
const HEIGHT = cardHeight({ text: "What it says.", chips: [] });
const edges = [
  { from: "a", to: "b" },
  { from: "a", to: "c" },
  { from: "b", to: "d" },
  { from: "c", to: "d" },
  { from: "d", to: "a" },
  { from: "d", to: "d" },
  { from: "d", to: "nowhere" },
];

test("cards stand in rows, and no two cover each other", () => {
  const places = layoutCards(cards, edges);
  const at = (id: string) => places.get(id) ?? { x: Number.NaN, y: Number.NaN };
  expect(at("b").y).toBe(at("c").y);
  expect(at("b").y).toBeGreaterThan(at("a").y + HEIGHT);
  expect(at("d").y).toBeGreaterThan(at("b").y + HEIGHT);
  expect(Math.abs(at("b").x - at("c").x)).toBeGreaterThanOrEqual(CARD_WIDTH);
  expect(layoutCards(cards, edges)).toEqual(places);
});

test("a new card stands below its neighbor, and beside what is there", () => {
  const box = (x: number, y: number) => ({ x, y, width: CARD_WIDTH, height: HEIGHT });
  expect(freePlace([])).toEqual({ x: 0, y: 0 });
  expect(freePlace([box(40, 100)])).toEqual({ x: 40, y: 100 + HEIGHT + 64 });
  const near = box(0, 0);
  expect(freePlace([near], near)).toEqual({ x: 0, y: HEIGHT + 64 });
  expect(freePlace([near, box(0, HEIGHT + 64)], near).x).toBeGreaterThanOrEqual(CARD_WIDTH);
});

import { expect, test } from "vitest";
import { CARD_WIDTH, cardHeight } from "./canvas-parts.ts";
import { layoutCards } from "./layout.ts";
import { type Box, pathOf, routeEdges } from "./route-edges.ts";

const card = { text: "Ask for the name of the caller, and which day suits.", chips: [{ text: "a" }] };

/** Ways between cards `0`, `1`, … that the layout places. */
function drawn(count: number, ways: readonly (readonly [from: number, to: number])[]) {
  const lines = ways.map(([from, to], index) => ({
    id: `e${index}`,
    from: String(from),
    to: String(to),
    text: index % 3 === 0 ? "The caller asks about another order" : index % 3 === 1 ? "no" : "",
  }));
  const ids = Array.from({ length: count }, (_, index) => String(index));
  const places = layoutCards(
    ids.map((id) => ({ ...card, id })),
    lines,
  );
  const size = { width: CARD_WIDTH, height: cardHeight(card) };
  const boxes = new Map(ids.map((id): [string, Box] => [id, { ...(places.get(id) ?? { x: 0, y: 0 }), ...size }]));
  return { lines, boxes, routes: routeEdges(boxes, lines) };
}

const GRAPHS: readonly [string, number, readonly (readonly [number, number])[]][] = [
  [
    "a chain with a way back",
    4,
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 1],
    ],
  ],
  [
    "a fan",
    6,
    [
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
      [1, 5],
      [2, 5],
      [3, 5],
      [4, 5],
    ],
  ],
  [
    "ways both ways",
    3,
    [
      [0, 1],
      [1, 0],
      [1, 2],
      [2, 1],
      [0, 2],
    ],
  ],
  [
    "a way to itself",
    2,
    [
      [0, 0],
      [0, 1],
      [1, 1],
    ],
  ],
  [
    "ways over several rows",
    7,
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [0, 4],
      [4, 5],
      [5, 6],
      [1, 6],
      [6, 2],
      [4, 0],
    ],
  ],
];

test.each(GRAPHS)("%s: arrows are right-angled, and pass no card", (_, count, ways) => {
  const { lines, boxes, routes } = drawn(count, ways);
  for (const { id } of lines) {
    const { points } = routes.get(id) ?? { points: [] };
    expect(points.length).toBeGreaterThan(1);
    for (const [index, to] of points.slice(1).entries()) {
      const from = points[index] ?? to;
      expect(from.x === to.x || from.y === to.y).toBe(true);
      const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
      const [wide, high] = [Math.abs(from.x - to.x), Math.abs(from.y - to.y)];
      for (const [name, box] of boxes) {
        const isInside =
          left + wide > box.x + 1 && left < box.x + box.width - 1 && top + high > box.y + 1 && top < box.y + box.height - 1;
        expect.soft(isInside, `${id} through ${name}`).toBe(false);
      }
    }
  }
});

test.each(GRAPHS)("%s: texts are on no card, and each has a place of its own", (_, count, ways) => {
  const { lines, boxes, routes } = drawn(count, ways);
  const texts = lines.filter(({ text }) => text !== "").map(({ id, text }) => ({ text, ...routes.get(id)?.label }));
  for (const { text, x = 0, y = 0 } of texts)
    for (const [name, box] of boxes) {
      const half = text.length * 3;
      const isOn = x + half > box.x && x - half < box.x + box.width && y + 8 > box.y && y - 8 < box.y + box.height;
      expect.soft(isOn, `“${text}” on ${name}`).toBe(false);
    }
  expect(new Set(texts.map(({ x, y }) => `${x} ${y}`)).size).toBe(texts.length);
});

test("a corner is round, and no rounder than its line is long", () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 0, y: 8 },
    { x: 100, y: 8 },
  ];
  expect(pathOf(corner)).toBe("M0,0L0,4Q0,8 10,8L100,8");
});

import type { Point } from "./canvas-parts.ts";

/** The place and size of a card. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** An arrow between two cards, by their ids. */
interface Line {
  id: string;
  from: string;
  to: string;
  /** Its label. */
  text: string;
}

/** Where an arrow runs: right-angled, from card to card. `label` is the center of its text. */
export interface EdgeRoute {
  points: readonly Point[];
  label: Point;
}

type Segment = readonly [from: Point, to: Point];
interface Laid extends Line {
  points: readonly Point[];
}

/** The first and last step of an arrow, out of its card. In pixels. */
const LEG = 30;
/** The shortest step that an arrow fits in. */
const SHORT = 16;
/** How far an arrow passes a card. */
const ASIDE = 24;
const CLEARANCE = 6;
/** Arrows that are closer than this look like one. */
const NEAR = 8;
/** What a turn, a card in the way and a shared line weigh, in pixels of length. */
const COST = { turn: 45, card: 5_000, shared: 40, crossing: 14 };
/** How many ways around are tried for an arrow, on each axis. */
const MOST_CHANNELS = 16;
const MOST_COMPARED = 400;
const LABEL_HEIGHT = 20;
const LABEL_MAX_WIDTH = 170;

/**
 * Leads the arrows around the cards. Those of one card leave it together; others do not run on the same line. Deterministic. Arrows in `kept`
 * stay where they are.
 */
export function routeEdges(
  boxes: ReadonlyMap<string, Box>,
  lines: readonly Line[],
  kept: ReadonlyMap<string, EdgeRoute> = new Map(),
): ReadonlyMap<string, EdgeRoute> {
  const laid: Laid[] = lines.flatMap((line) => {
    const route = kept.get(line.id);
    return route ? [{ ...line, points: route.points }] : [];
  });
  const all = [...boxes.values()];
  const open = lines.flatMap((line) => {
    const [from, to] = [boxes.get(line.from), boxes.get(line.to)];
    return from && to && !kept.has(line.id) ? [{ line, from, to }] : [];
  });
  const span = ({ from, to }: (typeof open)[number]) => Math.abs(centerX(from) - centerX(to)) + Math.abs(from.y - to.y);
  // The nearest first: their arrows are straight, and the long ones go around them.
  for (const { line, from, to } of [...open].sort((a, b) => span(a) - span(b)))
    laid.push({ ...line, points: bestPath(from, to, all, line, laid) });
  const labels: Box[] = [];
  const routes = new Map<string, EdgeRoute>();
  for (const line of laid) {
    const label = placeLabel(line, laid, all, labels);
    labels.push(label);
    routes.set(line.id, { points: line.points, label: { x: centerX(label), y: centerY(label) } });
  }
  return routes;
}

const right = ({ x, width }: Box) => x + width;
const bottom = ({ y, height }: Box) => y + height;
const centerX = ({ x, width }: Box) => x + width / 2;
const centerY = ({ y, height }: Box) => y + height / 2;

/** The cheapest path between two cards: short, with few turns, past the cards and beside other arrows. */
function bestPath(from: Box, to: Box, all: readonly Box[], line: Line, laid: readonly Laid[]): Point[] {
  const frame = around(from, to);
  const near = all.filter((box) => box === from || box === to || meets(box, frame));
  const compared = laid.slice(-MOST_COMPARED);
  const paths = [...pathsBetween(from, to, channelsOf(near, from, to))].map((path) => {
    const points = withoutRests(path);
    return { points, length: lengthOf(points) + points.length * COST.turn };
  });
  let best: { points: Point[]; cost: number } | undefined;
  for (const { points, length } of paths.sort((a, b) => a.length - b.length)) {
    if (best && length >= best.cost) break;
    const cost = length + costOfCards(points, from, to, near) + costOfArrows(points, line, compared);
    if (!best || cost < best.cost) best = { points, cost };
  }
  return best?.points ?? [];
}

/** Both cards, and what is around them. */
function around(from: Box, to: Box): Box {
  const [x, y] = [Math.min(from.x, to.x) - 320, Math.min(from.y, to.y) - 120];
  return { x, y, width: Math.max(right(from), right(to)) + 320 - x, height: Math.max(bottom(from), bottom(to)) + 120 - y };
}

/** Where a vertical line can pass the cards, the nearest to the arrow first. */
function channelsOf(near: readonly Box[], from: Box, to: Box): number[] {
  const [low, high] = [Math.min(centerX(from), centerX(to)), Math.max(centerX(from), centerX(to))];
  const beyond = (x: number) => Math.max(0, low - x, x - high);
  const all = new Set(near.flatMap((box) => [box.x - ASIDE, right(box) + ASIDE, box.x - ASIDE * 2, right(box) + ASIDE * 2]));
  const sorted = [...all].sort((a, b) => beyond(a) - beyond(b) || a - b);
  // Outside of everything, there is always a way.
  return [...new Set([...sorted.slice(0, MOST_CHANNELS), Math.min(...sorted), Math.max(...sorted)])];
}

function* pathsBetween(from: Box, to: Box, channels: readonly number[]): Generator<Point[]> {
  const [fromX, toX] = [centerX(from), centerX(to)];
  const [start, end] = [
    { x: fromX, y: bottom(from) },
    { x: toX, y: to.y },
  ];
  const room = end.y - start.y;
  if (room >= SHORT * 2) {
    // Cards that are almost above each other are joined by a straight line.
    const x = (fromX + toX) / 2;
    if (Math.abs(fromX - toX) < ASIDE)
      yield [
        { ...start, x },
        { ...end, x },
      ];
    else
      for (const y of [start.y + LEG, end.y - LEG, (start.y + end.y) / 2, start.y + SHORT, end.y - SHORT])
        if (y - start.y >= SHORT && end.y - y >= SHORT) yield [start, { x: fromX, y }, { x: toX, y }, end];
    for (const side of sidesOf(to)) {
      const isOutside = side.sign * (fromX - side.x) >= SHORT;
      if (isOutside) yield [start, { x: fromX, y: centerY(to) }, { x: side.x, y: centerY(to) }];
    }
  }
  for (const out of sidesOf(from)) {
    const y = centerY(from);
    if (out.sign * (toX - out.x) >= SHORT && to.y - y >= SHORT * 2) yield [{ x: out.x, y }, { x: toX, y }, end];
    for (const into of sidesOf(to)) yield* sideways(from, to, out, into, channels);
    for (const x of channels) {
      if (out.sign * (x - out.x) < SHORT) continue;
      yield [{ x: out.x, y }, { x, y }, { x, y: to.y - LEG }, { x: toX, y: to.y - LEG }, end];
    }
  }
  for (const x of channels) {
    // A short step aside is no way around.
    if (Math.abs(x - fromX) < ASIDE || Math.abs(x - toX) < ASIDE) continue;
    yield [
      start,
      { x: fromX, y: start.y + LEG },
      { x, y: start.y + LEG },
      { x, y: end.y - LEG },
      { x: toX, y: end.y - LEG },
      end,
    ];
  }
}

interface Side {
  x: number;
  /** To the right: 1. */
  sign: 1 | -1;
}

const sidesOf = (box: Box): Side[] => [
  { x: right(box), sign: 1 },
  { x: box.x, sign: -1 },
];

/** From the side of a card to the side of another, straight or with two turns. */
function* sideways(from: Box, to: Box, out: Side, into: Side, channels: readonly number[]): Generator<Point[]> {
  if (from === to) return;
  for (const shift of [0, -SHORT, SHORT]) {
    const [fromY, toY] = [centerY(from) + shift, centerY(to) + shift];
    if (out.sign === into.sign) {
      for (const x of channels)
        if (out.sign * (x - out.x) >= SHORT && out.sign * (x - into.x) >= SHORT)
          yield [
            { x: out.x, y: fromY },
            { x, y: fromY },
            { x, y: toY },
            { x: into.x, y: toY },
          ];
    } else if (out.sign * (into.x - out.x) >= SHORT * 2) {
      const [low, high] = [Math.max(from.y, to.y) + SHORT, Math.min(bottom(from), bottom(to)) - SHORT];
      const y = Math.min(Math.max(low, (low + high) / 2 + shift), high);
      if (low <= high)
        yield [
          { x: out.x, y },
          { x: into.x, y },
        ];
      const x = (out.x + into.x) / 2;
      yield [
        { x: out.x, y: fromY },
        { x, y: fromY },
        { x, y: toY },
        { x: into.x, y: toY },
      ];
    }
  }
}

/** Without points on the way, and without steps of no length. */
function withoutRests(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && last.x === point.x && last.y === point.y) continue;
    const isOnWay =
      before && last && ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y));
    if (isOnWay) kept.pop();
    kept.push(point);
  }
  return kept;
}

function segmentsOf(points: readonly Point[]): Segment[] {
  return points.slice(1).map((point, index): Segment => [points[index] ?? point, point]);
}

function lengthOf(points: readonly Point[]): number {
  return segmentsOf(points).reduce((sum, [a, b]) => sum + Math.abs(a.x - b.x) + Math.abs(a.y - b.y), 0);
}

function boxOf([a, b]: Segment, margin = 0): Box {
  const [x, y] = [Math.min(a.x, b.x) - margin, Math.min(a.y, b.y) - margin];
  return { x, y, width: Math.abs(a.x - b.x) + margin * 2, height: Math.abs(a.y - b.y) + margin * 2 };
}

function meets(a: Box, b: Box): boolean {
  return a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);
}

/** Its own cards may be touched, not crossed. */
function costOfCards(points: readonly Point[], from: Box, to: Box, near: readonly Box[]): number {
  let cost = 0;
  for (const segment of segmentsOf(points))
    for (const box of near) {
      const margin = box === from || box === to ? -1 : CLEARANCE;
      if (meets(box, boxOf(segment, margin))) cost += COST.card;
    }
  return cost;
}

/** Arrows from one card, or to one card, may share their line: they are one trunk. */
function costOfArrows(points: readonly Point[], line: Line, laid: readonly Laid[]): number {
  let cost = 0;
  for (const other of laid) {
    const isTrunk = (other.from === line.from) !== (other.to === line.to);
    for (const mine of segmentsOf(points))
      for (const theirs of segmentsOf(other.points)) {
        const shared = sharedLength(mine, theirs);
        if (shared > 0) cost += isTrunk ? 0 : COST.shared + shared * 3;
        else if (meets(boxOf(mine, 0.5), boxOf(theirs, 0.5)) && isUpright(mine) !== isUpright(theirs))
          cost += isTrunk ? 0 : COST.crossing;
      }
  }
  return cost;
}

const isUpright = ([a, b]: Segment) => a.x === b.x;

/** How far two lines run beside each other. */
function sharedLength(mine: Segment, theirs: Segment): number {
  if (isUpright(mine) !== isUpright(theirs)) return 0;
  const [along, across] = isUpright(mine) ? (["y", "x"] as const) : (["x", "y"] as const);
  if (Math.abs(mine[0][across] - theirs[0][across]) >= NEAR) return 0;
  const [a, b] = [mine, theirs].map(
    ([from, to]) => [Math.min(from[along], to[along]), Math.max(from[along], to[along])] as const,
  );
  if (!a || !b) return 0;
  return Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]));
}

/** An estimate. The font is 12 px high. */
const labelWidth = (text: string) => Math.min(LABEL_MAX_WIDTH, text.length * 6.3 + 18);

/** The place of the text: on the arrow alone, on no card and on no other text. */
function placeLabel({ points, text, id }: Laid, laid: readonly Laid[], cards: readonly Box[], labels: readonly Box[]): Box {
  const [width, height] = [labelWidth(text), LABEL_HEIGHT];
  const others = laid.filter((each) => each.id !== id).flatMap((each) => segmentsOf(each.points));
  const segments = segmentsOf(points);
  const whole = Math.max(1, lengthOf(points));
  let best: { box: Box; cost: number } | undefined;
  let passed = 0;
  for (const segment of segments) {
    const [a, b] = segment;
    const length = Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    const isUp = isUpright(segment);
    // Beside a line that goes down, the text can make room for a card.
    for (const part of [0.5, 0.35, 0.65, 0.2, 0.8])
      for (const shift of isUp ? [0, width / 2 - SHORT, SHORT - width / 2] : [0]) {
        const center = { x: a.x + (b.x - a.x) * part + shift, y: a.y + (b.y - a.y) * part };
        const box = { x: center.x - width / 2, y: center.y - height / 2, width, height };
        const cost =
          cards.filter((card) => meets(card, grown(box, 2))).length * 1_000 +
          labels.filter((label) => meets(label, grown(box, 3))).length * 600 +
          others.filter((other) => meets(box, boxOf(other, 0.5))).length * 120 +
          // It hides the ends and turns of the arrow.
          (length < (isUp ? height : width) + SHORT ? 60 : 0) +
          (shift === 0 ? 0 : 30) +
          Math.abs((passed + length * part) / whole - 0.5) * 60;
        if (!best || cost < best.cost) best = { box, cost };
      }
    passed += length;
  }
  return best?.box ?? { x: 0, y: 0, width, height };
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + by * 2, height: height + by * 2 };
}

/** The path of a right-angled line with round corners, for SVG. */
export function pathOf(points: readonly Point[], radius = 10): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${first.x},${first.y}`;
  for (const [index, corner] of rest.entries()) {
    const [before, after] = [points[index] ?? first, rest[index + 1]];
    if (!after) return `${path}L${corner.x},${corner.y}`;
    const [start, end] = [towards(corner, before, radius), towards(corner, after, radius)];
    path += `L${start.x},${start.y}Q${corner.x},${corner.y} ${end.x},${end.y}`;
  }
  return path;
}

/** A point on the way from a corner, no farther than half of it. */
function towards(corner: Point, to: Point, radius: number): Point {
  const [x, y] = [to.x - corner.x, to.y - corner.y];
  const length = Math.max(1, Math.abs(x) + Math.abs(y));
  const step = Math.min(radius, length / 2) / length;
  return { x: corner.x + x * step, y: corner.y + y * step };
}

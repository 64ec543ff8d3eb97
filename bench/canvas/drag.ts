import type { CDPSession, Page } from "../../tests/harness/chromium.ts";

/** Moves of the mouse in one drag, and how far each goes. */
const MOVES = 90;
const STEP_PX = 2;

export interface DragCost {
  /** Between two frames, in the middle. */
  frameMs: number;
  /** Work of the page's main thread for a frame. */
  workMs: number;
}

/** Drags a node there and back, and measures the frames in the meantime. */
export async function measureDrag(page: Page, cdp: CDPSession, nodeName: string): Promise<DragCost> {
  await page.bringToFront();
  const node = page.locator(`.react-flow__node[data-id$="${nodeName}"]`);
  const box = await node.boundingBox();
  if (!box) throw new Error(`The node ${nodeName} is not drawn.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y);
  const before = await busySeconds(cdp);
  const frames = collectFrames(page);
  for (let move = 0; move < MOVES; move += 1) {
    const way = move < MOVES / 2 ? move : MOVES - move;
    await page.mouse.move(x + way * STEP_PX, y + way);
  }
  await page.evaluate(() => {
    window.isDragging = false;
  });
  const intervals = await frames;
  const busyMs = ((await busySeconds(cdp)) - before) * 1000;
  await page.mouse.move(x + MOVES, y);
  // The next frame shows the change.
  for (let frame = 0; frame < 2; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  const dragged = await node.boundingBox();
  if (!dragged || dragged.x - box.x < MOVES / 2) throw new Error(`The node ${nodeName} did not follow the mouse.`);
  await page.mouse.move(x, y);
  await page.mouse.up();
  const sorted = intervals.toSorted((one, other) => one - other);
  return { frameMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, workMs: busyMs / intervals.length };
}

declare global {
  interface Window {
    isDragging?: boolean;
  }
}

/** The time between frames, until the page says that the drag has ended. */
async function collectFrames(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const intervals: number[] = [];
    window.isDragging = true;
    let last = await new Promise<number>(requestAnimationFrame);
    while (window.isDragging) {
      const now = await new Promise<number>(requestAnimationFrame);
      intervals.push(now - last);
      last = now;
    }
    return intervals;
  });
}

async function busySeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

import type { VideoFrame } from "../../media/video-feed.ts";

const WIDTH_PX = 160;
const HEIGHT_PX = 120;
const BAR_PX = 16;
const FRAME_MS = 100;
const DARK = 40;
const BRIGHT = 220;
/** U and V without color. */
const GREY = 128;

/** Shows a bright bar that moves over a dark ground, ten frames a second. Returns a function that stops it. */
export function showMovingPicture(show: (frame: VideoFrame) => void): () => void {
  let frames = 0;
  const timer = setInterval(() => show(barAt((frames++ * BAR_PX) % WIDTH_PX)), FRAME_MS);
  return () => clearInterval(timer);
}

function barAt(leftPx: number): VideoFrame {
  const luma = WIDTH_PX * HEIGHT_PX;
  const data = new Uint8Array((luma * 3) / 2).fill(GREY, luma).fill(DARK, 0, luma);
  for (let row = 0; row < luma; row += WIDTH_PX) data.fill(BRIGHT, row + leftPx, row + leftPx + BAR_PX);
  return { widthPx: WIDTH_PX, heightPx: HEIGHT_PX, data };
}

import { USER_FIELD_MAX_BYTES } from "@callwright/contract";

/** Pictures are stored in the session cookie, which is sent with every request. */
const MAX_BYTES = USER_FIELD_MAX_BYTES.image;

/** Sizes to try, in pixels: the largest that fits is used. The page shows at most 64. */
const SIDES = [128, 96, 80, 64, 56, 48, 40, 32];
const QUALITIES = [0.8, 0.6, 0.4, 0.25, 0.1];
/** Not every browser can encode the first. */
const TYPES = ["image/webp", "image/jpeg"];

/** The center of a picture as a `data:` URL of at most `MAX_BYTES`. Rejects if the browser cannot read the file. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    for (const side of SIDES) {
      const fitting = encodings(drawn(bitmap, side)).find((url) => url.length <= MAX_BYTES);
      if (fitting) return fitting;
    }
  } finally {
    bitmap.close();
  }
  throw new Error(`A picture of ${SIDES.at(-1)} pixels does not fit ${MAX_BYTES} bytes.`);
}

/** A square of the picture's center, on a white background. */
function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws nothing.");
  const cut = Math.min(bitmap.width, bitmap.height);
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, (bitmap.width - cut) / 2, (bitmap.height - cut) / 2, cut, cut, 0, 0, side, side);
  return canvas;
}

/** Best quality first. Types that the browser cannot encode come out as PNG, which is left out. */
function encodings(canvas: HTMLCanvasElement): string[] {
  const urls = QUALITIES.flatMap((quality) => TYPES.map((type) => ({ type, url: canvas.toDataURL(type, quality) })));
  return urls.flatMap(({ type, url }) => (url.startsWith(`data:${type}`) ? [url] : []));
}

import type { Rgb } from "./contrast.ts";

/** Is this a CSS colour, or nothing at all? */
export function isColour(text: string): boolean {
  return text === "" || CSS.supports("color", text);
}

/** Any CSS colour as the browser paints it on white; undefined for what is none. */
export function readColour(colour: string): Rgb | undefined {
  if (!CSS.supports("color", colour)) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  for (const paint of ["#ffffff", colour]) {
    context.fillStyle = paint;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

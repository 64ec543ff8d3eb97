import type { Rgb } from "./contrast.ts";

/** Is this a CSS color or empty? */
export function isColor(text: string): boolean {
  return text === "" || CSS.supports("color", text);
}

/** A CSS color as painted on white; undefined for an invalid one. */
export function readColor(color: string): Rgb | undefined {
  if (!CSS.supports("color", color)) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  for (const paint of ["#ffffff", color]) {
    context.fillStyle = paint;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

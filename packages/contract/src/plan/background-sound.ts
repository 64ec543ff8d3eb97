import { z } from "zod";

/** Sound behind the assistant: none, an office, or the URL of a sound file. Default: `off` on the web, `office` on the phone. */
export const BackgroundSound = z.union([z.enum(["off", "office"]), z.url()]);
export type BackgroundSound = z.infer<typeof BackgroundSound>;

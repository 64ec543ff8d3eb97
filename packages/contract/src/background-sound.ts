import { z } from "zod";

/** Heard behind the assistant: nothing, an office, or a sound file's URL. Default: `off` on the web, `office` on the phone. */
export const BackgroundSound = z.union([z.enum(["off", "office"]), z.url()]);
export type BackgroundSound = z.infer<typeof BackgroundSound>;

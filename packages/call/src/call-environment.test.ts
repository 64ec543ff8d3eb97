import { expect, it } from "vitest";
import { isMobileBrowser } from "./call-environment.ts";

it.each([
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/143.0.0.0 Mobile Safari/537.36", 5, true],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", 5, true],
  ["Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Safari/604.1", 5, true],
  ["Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X)", 5, true],
  ["Mozilla/5.0 (Mobile; Windows Phone 8.1; IEMobile/11.0)", 5, true],
  ["BlackBerry9700/5.0.0.862", 0, true],
  ["SAMSUNG-S8000/S8000XXIF3 SHP/VPP/R5 Bada/1.0", 1, true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", 5, true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", 0, false],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/143.0.0.0", 10, false],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0", 0, false],
])("%s with %i touch points: %s", (userAgent, maxTouchPoints, isMobile) => {
  expect(isMobileBrowser({ userAgent, maxTouchPoints })).toBe(isMobile);
});

const MOBILE = /android|iphone|ipad|ipod|iemobile|blackberry|bada/i;

/** A phone or tablet. An iPad reports itself as a Macintosh, but has a touch screen. */
export function isMobileBrowser({ userAgent, maxTouchPoints }: Pick<Navigator, "userAgent" | "maxTouchPoints">): boolean {
  return MOBILE.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

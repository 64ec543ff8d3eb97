const MOBILE = /android|iphone|ipad|ipod|iemobile|blackberry|bada/i;

/** A phone or tablet, whose permissions take a moment. An iPad says it is a Macintosh; no Macintosh has a touch screen. */
export function isMobileBrowser({ userAgent, maxTouchPoints }: Pick<Navigator, "userAgent" | "maxTouchPoints">): boolean {
  return MOBILE.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

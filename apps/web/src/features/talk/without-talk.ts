/** Removes `talk` from an address, so that a reloaded or shared link does not start a call. */
export function withoutTalk(href: string): string {
  const url = new URL(href);
  if (!url.searchParams.has("talk")) return href;
  url.searchParams.delete("talk");
  return url.href;
}

/** An address without its wish for a call. Inside the dashboard a press puts it there; one that is reloaded or shared starts no call. */
export function withoutTalk(href: string): string {
  const url = new URL(href);
  if (!url.searchParams.has("talk")) return href;
  url.searchParams.delete("talk");
  return url.href;
}

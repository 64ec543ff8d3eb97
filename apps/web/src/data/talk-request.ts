import { randomId } from "@mantine/hooks";

/**
 * What opens the Talk panel and its microphone: that a person pressed a button in this tab. The address only repeats the id of the request.
 * The id is kept in memory until another page is opened, so that Back, Forward, a reload or a pasted link starts no call.
 */
let requested: string | undefined;

/** A new request, as the `talk` parameter of the navigation that follows. */
export function requestTalk(id = randomId("call-")): string {
  requested = id;
  return id;
}

/** Is this request open? */
export function isTalkRequested(id: string): boolean {
  return id === requested;
}

/** A page is opened, with this `talk` parameter. */
export function keepTalkRequest(id: unknown): void {
  if (id !== requested) requested = undefined;
}

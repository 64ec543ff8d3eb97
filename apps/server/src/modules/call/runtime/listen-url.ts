import { createLinkSigner } from "../../../platform/secrets/link-signer.ts";

const PATH = /^\/call\/([0-9a-f-]{36})\/listen$/;

export function createListenUrls(secret: string, now: () => Date) {
  const signer = createLinkSigner(secret, "listen", now);
  return {
    /** Address of a call's sound at its node, for 6 to 12 hours. `nodeUrl` is http or https. */
    sign: (callId: string, nodeUrl: string) => `${nodeUrl.replace(/^http/, "ws")}/call/${callId}/listen?${signer.sign(callId)}`,
    /** The call of a request's path and query. Undefined: the signature is not right, or too old. */
    open(url: string) {
      const { pathname, searchParams } = new URL(url, "http://server");
      const [, callId] = PATH.exec(pathname) ?? [];
      const of = (name: string) => searchParams.get(name) ?? "";
      return callId !== undefined && signer.verify(callId, of("expires"), of("signature")) ? callId : undefined;
    },
  };
}

export type ListenUrls = ReturnType<typeof createListenUrls>;

/** Is the request for the sound of a call? */
export function isListenPath(url = ""): boolean {
  return PATH.test(url.split("?")[0] ?? "");
}

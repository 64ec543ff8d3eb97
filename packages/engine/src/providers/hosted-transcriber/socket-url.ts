/** The WebSocket address of an HTTP address. */
export const socketUrl = (baseUrl: string) => baseUrl.replace(/^http/, "ws");

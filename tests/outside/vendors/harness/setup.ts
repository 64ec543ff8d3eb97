import { WebSocket } from "ws";

// Some clients need the WebSocket of browsers, which Node has from version 22.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

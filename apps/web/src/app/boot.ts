import "./without-eval.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../kit/theme/mantine.css";
import "../kit/theme/tokens.css";
import "../kit/theme/base.css";
import { createAccess } from "../data/access.ts";
import { addressOf, routePathOf } from "./addresses.ts";
import { readFirst, SCREENS, screenAt } from "./screens.ts";

// The address of an older link becomes the screen's own, in the same entry of the history.
const { pathname, search, hash } = window.location;
const address = addressOf(pathname);
if (address !== pathname) window.history.replaceState(window.history.state, "", address + search + hash);

// The session's requests, the screen's script and everything else travel at the same time. The router waits for what it needs of them,
// tries again what failed, and shows the error.
const access = createAccess(window);
const screen = screenAt(routePathOf(pathname));
void access.prepare((client) => screen && readFirst(client, screen, window.location)).catch(() => {});
if (screen) void SCREENS[screen]().catch(() => {});
void import("./start.tsx").then(({ start }) => start(access));

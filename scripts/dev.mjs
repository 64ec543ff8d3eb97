/** `npm run dev`: the server from source, restarted on a change, and the dashboard with hot reload in front of it. One terminal, one Ctrl-C. */
import { spawn } from "node:child_process";
import path from "node:path";
import { installWhenNeeded } from "./install.mjs";
import { bin } from "./run.mjs";
import { root } from "./workspaces.mjs";

if (!(await installWhenNeeded())) process.exit(1);

const port = process.env.PORT ?? "3000";
const env = { ...process.env, PORT: port, CALLWRIGHT_SERVER_URL: `http://127.0.0.1:${port}` };
const children = [
  spawn(
    bin("tsx"),
    ["watch", "--clear-screen=false", "--conditions=callwright-source", path.join("apps", "server", "src", "main.ts")],
    {
      cwd: root,
      env,
      stdio: "inherit",
    },
  ),
  spawn(bin("vite"), ["--clearScreen", "false"], { cwd: path.join(root, "apps", "web"), env, stdio: "inherit" }),
];

// Ctrl-C reaches the children themselves, so only a SIGTERM has to be passed on. When one ends, so does the other.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {
  for (const child of children) child.kill("SIGTERM");
});
for (const child of children) {
  child.once("exit", (code) => {
    process.exitCode ||= code ?? 0;
    for (const other of children) other.kill("SIGTERM");
  });
}

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** The exit code of a program. Where the tests end before it, it ends with them. */
export async function endsWithTests(child: ChildProcess): Promise<number | null> {
  running.add(child);
  const [code] = (await once(child, "exit")) as [number | null];
  running.delete(child);
  return code;
}

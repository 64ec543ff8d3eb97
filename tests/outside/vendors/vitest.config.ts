import { areaConfig } from "../area-config.ts";

export default areaConfig({
  root: import.meta.dirname,
  setupFiles: ["harness/setup.ts"],
  // A worker loads the engine and the clients once.
  isolate: false,
  testTimeout: 60_000,
});

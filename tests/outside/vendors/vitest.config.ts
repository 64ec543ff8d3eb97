import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  setupFiles: ["harness/setup.ts"],
  // A worker loads the engine and the clients once.
  isolate: false,
  testTimeout: 60_000,
});

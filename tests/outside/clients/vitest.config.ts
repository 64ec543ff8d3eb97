import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  globalSetup: ["harness/programs.ts"],
  // A worker loads the server once.
  isolate: false,
  // The types of the Python SDK take 40 s of computing time.
  testTimeout: 600_000,
  // Go fetches and compiles a library the first time.
  hookTimeout: 300_000,
});

import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  globalSetup: ["harness/programs.ts"],
  // A worker loads the server once.
  isolate: false,
  testTimeout: 600_000,
  // Two runs of the fuzzer at a time: each may take 3 GB.
  maxConcurrency: 2,
});

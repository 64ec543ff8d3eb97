import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  globalSetup: ["harness/programs.ts"],
  // A worker loads the server once.
  isolate: false,
  testTimeout: 600_000,
});

import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  globalSetup: ["harness/programs.ts"],
  // Each file has its own server and its own Kamailio. Two at a time would measure each other.
  fileParallelism: false,
  // A call of a minute, on a busy machine.
  testTimeout: 180_000,
  hookTimeout: 300_000,
});

import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  // Five pages, five times each, on two servers.
  testTimeout: 1_800_000,
  hookTimeout: 300_000,
});

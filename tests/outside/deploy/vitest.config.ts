import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  // Debian, two installations and two builds on a busy machine.
  testTimeout: 5_400_000,
  hookTimeout: 600_000,
});

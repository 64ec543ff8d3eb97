import { areaConfig } from "../area-config.ts";

export default areaConfig(import.meta.url, {
  // What is measured has the machine to itself.
  fileParallelism: false,
  // Debian, two installations and two builds on a busy machine.
  testTimeout: 5_400_000,
  hookTimeout: 600_000,
});

import { beforeEach } from "vitest";

/** For a file whose tests are the steps of one journey: after a failed step, the next ones fail at once, instead of waiting in vain. */
export function failTogether(): void {
  let failed: string | undefined;
  beforeEach(({ task, onTestFailed }) => {
    if (failed) throw new Error(`An earlier step failed: ${failed}`);
    onTestFailed(() => {
      failed ??= task.name;
    });
  });
}

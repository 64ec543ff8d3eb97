/** A step that takes longer is abandoned. */
const STEP_MS = 5_000;

/** Runs one step of closing a call. Never fails and never hangs, so that the next steps run: reports the problem and answers undefined. */
export async function closingStep<Result>(
  what: string,
  act: () => Promise<Result>,
  onProblem: (message: string) => void,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes longer than ${STEP_MS} ms`)), STEP_MS);
  });
  try {
    return await Promise.race([act(), tooLong]);
  } catch (error) {
    onProblem(`The ended call could not ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** A step that takes longer is given up. */
const STEP_MS = 5_000;

/** One step of closing a call, of which none may keep the others from happening. Never fails and never hangs: undefined then, and told. */
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
    onProblem(`The call, which is over, could not ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

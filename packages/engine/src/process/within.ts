/** The result of a promise. After `ms`, the result or the error of `late` instead. */
export async function within<Result>(ms: number, promise: Promise<Result>, late: () => Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([promise, tooLong.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes one part after the other. A failure keeps no other part open. Fails with the first failure. */
export async function closeAll(parts: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of parts) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Wraps a handler of external input: a socket frame, an upgrade, a data channel message or an IPC message. `onFault` gets what the handler throws
 * or rejects with, logs it and closes that connection. Unhandled, the error would end the process.
 */
export function guarded<Args extends unknown[]>(
  onFault: NoInfer<(cause: unknown, ...args: Args) => void>,
  handle: (...args: Args) => unknown,
): (...args: Args) => void {
  return (...args) => {
    const fail = (cause: unknown) => onFault(cause, ...args);
    try {
      const result = handle(...args);
      if (result instanceof Promise) result.catch(fail);
    } catch (cause) {
      fail(cause);
    }
  };
}

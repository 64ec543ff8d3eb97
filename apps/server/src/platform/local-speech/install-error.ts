/** Why a voice or recognizer is not installed, in a sentence for its operator. `elsewhere`: another source may have the file. */
export class InstallError extends Error {
  readonly elsewhere: boolean;

  constructor(message: string, { elsewhere = false, cause }: { elsewhere?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = "InstallError";
    this.elsewhere = elsewhere;
  }
}

/** A failed use of the disk, in words. */
export function explainDisk(cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new InstallError("The server's disk is full. Free some space, then try again.", { cause });
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new InstallError(
      `The server may not write into its folder of voices and recognizers (${code}). Fix the permissions of DATA_DIR.`,
      {
        cause,
      },
    );
  return cause;
}

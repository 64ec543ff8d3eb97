/** What one check found, and what to do about it. */
export interface Finding {
  check: string;
  level: "ok" | "warning" | "problem";
  /** Never contains a key, a password or a token. */
  message: string;
}

export const ok = (check: string, message: string): Finding => ({ check, level: "ok", message });
export const warning = (check: string, message: string): Finding => ({ check, level: "warning", message });
export const problem = (check: string, message: string): Finding => ({ check, level: "problem", message });

const MARKS = { ok: "ok      ", warning: "warning ", problem: "problem " };

/** Prints what was found, and sets the exit code: 1 when there is a problem. */
export function report(findings: readonly Finding[], isJson: boolean): void {
  if (isJson) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  else for (const { check, level, message } of findings) process.stdout.write(`${MARKS[level]} ${check}: ${message}\n`);
  process.exitCode = findings.some(({ level }) => level === "problem") ? 1 : 0;
}

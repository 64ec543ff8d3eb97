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

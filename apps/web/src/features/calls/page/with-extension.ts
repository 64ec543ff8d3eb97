import type { TFunction } from "i18next";

/** Whom a call reached, with the keys that were pressed there first. Another host may send anything. */
export function withExtension(number: unknown, extension: unknown, t: TFunction): string | undefined {
  if (typeof number !== "string") return undefined;
  return typeof extension === "string" && extension !== "" ? t("call.withExtension", { number, extension }) : number;
}

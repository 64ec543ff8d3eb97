import { createHmac, type KeyObject, sign } from "node:crypto";

/** A token that anybody can make, including those that no library would make. Without a key it is not signed. */
export function signJwt(header: { alg: string; kid: string }, claims: object, key?: KeyObject | string | Buffer): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const text = `${encode({ ...header, typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${signature(header.alg, text, key)}`;
}

function signature(alg: string, text: string, key: KeyObject | string | Buffer | undefined): string {
  if (alg === "none" || key === undefined) return "";
  if (alg === "HS256") return createHmac("sha256", key).update(text).digest("base64url");
  return sign("sha256", Buffer.from(text), key).toString("base64url");
}

import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Secrets } from "./secrets.ts";

/** GCM's standard length. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARACTERS = 8;

const made = new WeakMap<Pick<Secrets, "sealing">, Sealer>();

/** The sealer of a server, which is made once. */
export function sealerOf(secrets: Pick<Secrets, "sealing">): Sealer {
  const sealer = made.get(secrets) ?? createSealer(secrets.sealing);
  made.set(secrets, sealer);
  return sealer;
}

/** `keyHex`: 32 bytes, as `Secrets` derives them. */
export function createSealer(keyHex: string) {
  const key = Buffer.from(keyHex, "hex");
  const keyId = createHash("sha256").update("callwright/key-id").update(key).digest("hex").slice(0, KEY_ID_CHARACTERS);

  return {
    /**
     * AES-256-GCM. `place` names the row of the text: a text sealed for one place does not open at another. The result is `<key
     * id>.<nonce>.<tag>.<ciphertext>`, the last three in base64url.
     */
    seal(text: string, place: string) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return [keyId, ...[nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString("base64url"))].join(".");
    },

    /** Fails when it was sealed with another key, for another place, or changed since. */
    open(sealed: string, place: string) {
      const [sealedWith, nonce = "", tag = "", ciphertext = ""] = sealed.split(".");
      if (sealedWith !== keyId) throw new Error("this text was sealed with another key");
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place)).setAuthTag(Buffer.from(tag, "base64url"));
      return Buffer.concat([decipher.update(Buffer.from(ciphertext, "base64url")), decipher.final()]).toString("utf8");
    },
  };
}

/** Encrypts text in the database, so that a reader of only the database cannot read it. */
export type Sealer = ReturnType<typeof createSealer>;

const START = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x88, 0x42, 0x82, 0x85, ...Buffer.from("webm?")]);

/** How many bytes stand before the text of a `firstWebmPiece`. */
export const WEBM_START_BYTES = START.byteLength;

/** The first piece of an unplayable WebM file: it is stored unchanged, with a text in place of its picture. */
export const firstWebmPiece = (text: string) => Uint8Array.from([...START, ...Buffer.from(text)]);

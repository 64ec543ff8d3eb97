const HEADER_NAME = /^[A-Za-z0-9!%*_+`'~.-]+$/;
/** The dialog or the gateway sets these. */
const SET_HEADERS =
  /^(?:via|v|from|f|to|t|call-id|i|cseq|contact|m|route|record-route|max-forwards|content-length|l|content-encoding|e|(?:proxy-)?authorization|x-callwright-.*)$/i;
/** Janus cuts a line at 254 bytes, its end included, and all lines at 2,047. */
const HEADER_MAX_BYTES = 252;
const HEADERS_MAX_BYTES = 2_000;

/** Why headers cannot be added to a SIP request, as the end of a sentence. Undefined: they can. */
export function problemOfHeaders(headers: readonly (readonly [name: string, value: string])[]): string | undefined {
  let bytes = 0;
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name)) return `'${name}' is no name of a header`;
    if (SET_HEADERS.test(name)) return `the header ${name} is set by the call itself`;
    const length = Buffer.byteLength(`${name}: ${value}`);
    if (length > HEADER_MAX_BYTES) return `the header ${name} is longer than ${HEADER_MAX_BYTES} bytes`;
    bytes += length + "\r\n".length;
  }
  return bytes > HEADERS_MAX_BYTES ? `its headers are longer than ${HEADERS_MAX_BYTES} bytes` : undefined;
}

/** A header has one line. */
export const printable = (text: string): string => text.replace(/[\r\n"<>]/g, " ");

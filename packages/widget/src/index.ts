/** A voice agent on any web page. */
export {};

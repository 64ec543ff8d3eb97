// Preloaded into the provider's MCP server, which has no setting for its address.
const send = globalThis.fetch;
globalThis.fetch = (input, init) =>
  send(String(input instanceof Request ? input.url : input).replace("https://api.vapi.ai", process.env.CALLWRIGHT_URL), init);

const server = process.env.CALLWRIGHT_URL;

export default server
  ? {
      resolve: { alias: { "@vapi-ai/web": "@callwright/vapi-web" } },
      define: { CALLWRIGHT_URL: JSON.stringify(server) },
    }
  : {};

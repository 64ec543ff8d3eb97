/** Where the routes of the other host lie on this server: `/connection/host/assistant` is its `/assistant`. */
export const HOST_PATH = "/connection/host";

/** Path of the other host's routes on this server: `/connection/host/assistant` is its `/assistant`. */
export const HOST_PATH = "/connection/host";

/** The API reference. The server renders it; it is not a screen of the dashboard. */
export const API_REFERENCE_PATH = "/docs/api";

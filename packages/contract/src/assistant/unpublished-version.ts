/** The `latestVersion` of an assistant that was never published: calls and chats by its id are refused. */
export const UNPUBLISHED_VERSION = "v0";

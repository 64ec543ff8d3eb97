/** Texts of Settings → Connection, and of the notice that another host is connected. */
export const enConnection = {
  connection: {
    title: "Connection",
    intro:
      "The dashboard can show data from another server with the same API. Requests go through this server, which stores the key encrypted.",
    adminsOnly: "Only admins can change the connection.",
    where: "Data source",
    here: "This server",
    hereHint: "Everything is stored on this server.",
    elsewhere: "Another server",
    elsewhereHint: "All members of the organization read and change the data there.",
    url: "URL",
    urlHint: "The part before /assistant, for example https://api.example.com.",
    key: "Private key",
    keyHint: "A private key of your organization there. It is not shown again.",
    keyKept: "A key is stored. Enter another one to replace it.",
    connect: "Test and connect",
    save: "Use this server",
    connected: "Connected. The dashboard now shows data from {{host}}.",
    back: "The dashboard shows this server's data again.",
    failed: "Not connected: {{reason}}",
    loadFailed: "The connection could not be loaded: {{reason}}",
    offersAll: "{{host}} runs Callwright. Everything works there.",
    offersLess:
      "{{host}} does not run Callwright. It has no call timelines, cannot end running calls from here and cannot undo deletions. Drafts stay on this page until you publish them.",
    forget: "Remove server and key",
    forgotten: "Server and key removed.",
    shownFrom: "Data from {{host}}",
    notHere: "{{host}} does not offer this",
    notHereBody: "Switch back to this server under Settings, Connection.",
  },
};

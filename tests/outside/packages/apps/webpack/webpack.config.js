export default { mode: "production", entry: "./talk-page.js", output: { filename: "page.js", clean: true } };

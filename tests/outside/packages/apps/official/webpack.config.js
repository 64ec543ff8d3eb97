import webpack from "webpack";

export default {
  mode: "production",
  entry: "./official-page.js",
  output: { filename: "page.js", clean: true },
  resolve: { alias: { "@vapi-ai/web": "@callwright/vapi-web" } },
  plugins: [new webpack.DefinePlugin({ CALLWRIGHT_URL: JSON.stringify(process.env.CALLWRIGHT_URL) })],
};

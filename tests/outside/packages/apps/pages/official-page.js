import Vapi from "@vapi-ai/web";

const { token, assistant } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

document.body.insertAdjacentHTML(
  "beforeend",
  `<button id="talk">Talk</button> <button id="ask">Ask</button> <button id="stop">Hang up</button>
  <output id="phase">idle</output> <output id="noise"></output> <output id="problem"></output>
  <div id="captions"></div>`,
);
const part = (id) => document.getElementById(id);

const vapi = new Vapi(token);

vapi.on("call-start", () => {
  part("phase").textContent = "in-call";
});
vapi.on("call-end", () => {
  part("phase").textContent = "ended";
});
vapi.on("call-start-progress", ({ stage, status, metadata }) => {
  if (stage === "audio-processing-setup" && status === "completed") part("noise").textContent = metadata.noiseCancellation;
});
vapi.on("message", (message) => {
  if (message.type !== "transcript" || message.transcriptType !== "final") return;
  const line = document.createElement("p");
  line.textContent = `${message.role}: ${message.transcript}`;
  part("captions").append(line);
});
vapi.on("error", (e) => {
  part("problem").textContent += e.error.message;
});

part("talk").addEventListener("click", () => vapi.start(assistant));
part("stop").addEventListener("click", () => vapi.stop());
part("ask").addEventListener("click", () =>
  vapi.send({
    type: "add-message",
    message: { role: "user", content: "What are your opening hours?" },
    triggerResponseEnabled: true,
  }),
);

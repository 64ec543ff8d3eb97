import CallwrightCall, { CallwrightCall as Named } from "@callwright/call";

if (CallwrightCall !== Named) throw new Error("The default export is another class.");

const { token, url, assistant } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

document.body.innerHTML = `
  <button id="talk">Talk</button> <button id="ask">Ask</button> <button id="stop">Hang up</button>
  <output id="phase">idle</output> <output id="noise"></output> <output id="problem"></output>
  <div id="captions"></div>`;
const part = (id) => document.getElementById(id);

const call = new CallwrightCall(token, url);
call.on("call-start", () => {
  part("phase").textContent = "in-call";
});
call.on("call-end", () => {
  part("phase").textContent = "ended";
});
call.on("error", ({ error }) => {
  part("problem").textContent += error.message;
});
call.on("call-start-progress", ({ stage, status, metadata }) => {
  if (stage === "audio-processing-setup" && status === "completed") part("noise").textContent = metadata.noiseCancellation;
});
call.on("message", (message) => {
  if (message.type !== "transcript" || message.transcriptType !== "final") return;
  const line = document.createElement("p");
  line.textContent = `${message.role}: ${message.transcript}`;
  part("captions").append(line);
});
part("talk").addEventListener("click", () => void call.start(assistant));
part("stop").addEventListener("click", () => void call.stop());
part("ask").addEventListener("click", () => {
  call.send({
    type: "add-message",
    message: { role: "user", content: "What are your opening hours?" },
    triggerResponseEnabled: true,
  });
});

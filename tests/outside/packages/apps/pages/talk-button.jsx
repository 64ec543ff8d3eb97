import { useCall } from "@callwright/call/react";
import { useEffect, useState } from "react";

export function TalkButton({ token, url, assistant }) {
  const { phase, transcript, problem, start, stop, type, call } = useCall({ apiToken: token, apiBaseUrl: url });
  const [noise, setNoise] = useState("");
  const [errors, setErrors] = useState([]);
  useEffect(() => {
    if (!call) return;
    call.on("error", ({ error }) => setErrors((before) => [...before, error.message]));
    call.on("call-start-progress", ({ stage, status, metadata }) => {
      if (stage === "audio-processing-setup" && status === "completed") setNoise(metadata.noiseCancellation);
    });
  }, [call]);
  return (
    <main>
      <button type="button" id="talk" onClick={() => start(assistant)}>
        Talk
      </button>
      <button type="button" id="ask" onClick={() => type("What are your opening hours?")}>
        Ask
      </button>
      <button type="button" id="stop" onClick={() => stop()}>
        Hang up
      </button>
      <output id="phase">{phase}</output>
      <output id="noise">{noise}</output>
      <output id="problem">{[...errors, ...(problem ? [problem.message] : [])].join(" ")}</output>
      <div id="captions">
        {transcript.captions.map(({ id, role, text }) => (
          <p key={id}>
            {role}: {text}
          </p>
        ))}
      </div>
    </main>
  );
}

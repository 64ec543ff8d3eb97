import { createListeners } from "../../../data/listeners.ts";

/** Plays a recording and reports its position once per animation frame. */
export function createPlayer(url: string) {
  const audio = new Audio();
  audio.preload = "metadata";
  audio.crossOrigin = "anonymous";
  audio.src = url;
  const { subscribe, tell } = createListeners();
  const listening = new AbortController();
  let frame: number | undefined;
  let failed = false;

  const tellEachFrame = () => {
    tell();
    frame = audio.paused ? undefined : requestAnimationFrame(tellEachFrame);
  };
  const { signal } = listening;
  audio.addEventListener("play", tellEachFrame, { signal });
  for (const event of ["pause", "ended", "seeked", "seeking", "ratechange", "loadedmetadata"])
    audio.addEventListener(event, tell, { signal });
  audio.addEventListener(
    "error",
    () => {
      failed = true;
      tell();
    },
    { signal },
  );

  return {
    audio,
    subscribe,
    positionMs: () => audio.currentTime * 1000,
    isPlaying: () => !audio.paused,
    rate: () => audio.playbackRate,
    /** The recording cannot be played. */
    hasFailed: () => failed,
    toggle: () => {
      if (audio.paused) audio.play().catch(() => tell());
      else audio.pause();
    },
    seek: (ms: number) => {
      audio.currentTime = Math.max(0, ms / 1000);
      // Before the file is loaded, no event has the new position.
      tell();
    },
    setRate: (rate: number) => {
      audio.playbackRate = rate;
    },
    close: () => {
      listening.abort();
      if (frame !== undefined) cancelAnimationFrame(frame);
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    },
  };
}

export type Player = ReturnType<typeof createPlayer>;

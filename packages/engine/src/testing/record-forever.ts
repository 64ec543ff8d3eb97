import { FRAME_MS, FRAME_SAMPLES } from "../media/audio-format.ts";
import { MediaClock } from "../media/media-clock.ts";
import { RecordingWriter } from "../media/recording-writer.ts";

/** Records a tone until it is killed, and reports its progress to its parent: for the test of a crash. */
const [path = ""] = process.argv.slice(2);
const writer = new RecordingWriter(path, (error) => {
  throw error;
});
const tone = new Int16Array(FRAME_SAMPLES).fill(700);
let recordedFrames = 0;

new MediaClock(() => performance.now()).start((frames) => {
  for (let frame = 0; frame < frames; frame++) {
    writer.write("assistant", recordedFrames * FRAME_SAMPLES, tone);
    recordedFrames += 1;
    writer.advance(recordedFrames * FRAME_MS);
  }
  process.send?.(recordedFrames * FRAME_MS);
});

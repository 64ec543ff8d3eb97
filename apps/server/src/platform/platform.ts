import type { Embeddings } from "@callwright/engine/conversation";
import type { Attempts } from "./auth/attempts.ts";
import type { BlobStore } from "./blobs/blob-store.ts";
import type { HeldWork } from "./held/held-work.ts";
import type { HttpContext } from "./http/http-context.ts";
import type { CodeRuns } from "./isolation/code/code-runs.ts";
import type { SpeechInstaller } from "./local-speech/local-speech.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { OutsideNetwork } from "./net/outside-network.ts";
import type { CallTelemetry } from "./telemetry/telemetry.ts";
import type { VisitorRates } from "./visitors/visitor-rates.ts";

/** The shared services of the server. Made once, by `startServer`. */
export interface ServerContext extends HttpContext {
  /** Recordings and files. */
  blobs: BlobStore;
  held: HeldWork;
  mailer: Mailer;
  /** The model for meanings of passages. Undefined: none is configured. */
  embeddings: Embeddings | undefined;
  telemetry: CallTelemetry;
  /** The natural voices of this machine. */
  localSpeech: SpeechInstaller;
  /** Runs the code of tools. */
  codeRuns: CodeRuns;
  /** For every request to an address that a user entered. */
  network: OutsideNetwork;
  /** Limits how often a client may try what guesses, sends an e-mail or takes a core's time. */
  attempts: Attempts;
  /** Limits of visitors' starts. */
  visitorRates: VisitorRates;
}

import type { SimulatedOutcome } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";

/** The other side replies after this much quiet of the agent. */
const REPLY_AFTER = { quietMs: 1_200, maxMs: 45_000 };
const listen = { do: "listen", ...REPLY_AFTER } as const;
const say = (text: string) => ({ do: "say", text }) as const;
const wait = (ms: number) => ({ do: "wait", ms }) as const;

/** A mailbox ends its recording at this silence. */
const RECORDED_AFTER = { quietMs: 4_000, maxMs: 60_000 };

/** Scripts of the simulated people and mailboxes that answer. */
export const SIMULATED_SCRIPTS = {
  answers: [
    wait(400),
    say("Hello?"),
    listen,
    say("Yes, this is a good time."),
    listen,
    say("Yes, that works for me."),
    listen,
    say("Thank you. Goodbye."),
    wait(600),
  ],
  wrongPerson: [
    wait(400),
    say("Hello?"),
    listen,
    say("I am sorry, you have the wrong number."),
    listen,
    say("Nobody of that name lives here. Goodbye."),
    wait(400),
  ],
  voicemail: [
    wait(300),
    say("Hello. You have reached the mailbox of this number. Please leave a message after the tone."),
    wait(500),
    { do: "beep", hz: 1_000, ms: 400 },
    { do: "listen", ...RECORDED_AFTER },
  ],
} satisfies { [Outcome in SimulatedOutcome]?: PhoneScript };

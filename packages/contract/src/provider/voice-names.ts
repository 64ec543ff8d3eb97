/** Suggested voices by provider. Other names are valid, for example the id of a cloned voice. */
export const VOICE_NAMES = {
  callwright: ["slt", "rms", "awb", "kal16"],
  "11labs": [
    ...["burt", "marissa", "andrea", "sarah", "phillip", "steve", "joseph", "myra", "paula", "ryan", "drew", "paul", "mrb"],
    ...["matilda", "mark"],
  ],
  azure: ["andrew", "brian", "emma"],
  // Katie, the voice that the provider's own clients begin with.
  cartesia: ["f786b574-daa5-4673-aa0c-cbe3e8534c02"],
  deepgram: [
    ...["asteria", "luna", "stella", "athena", "hera", "orion", "arcas", "perseus", "angus", "orpheus", "helios", "zeus"],
    ...["thalia", "andromeda", "helena", "apollo", "aries"],
  ],
  inworld: ["Alex", "Ashley", "Craig", "Deborah", "Dennis", "Edward", "Elizabeth", "Julia", "Mark", "Olivia", "Sarah"],
  lmnt: ["amy", "ansel", "autumn", "ava", "brandon", "caleb", "chloe", "dalton", "daniel", "james", "lauren", "lily"],
  microsoft: ["en-US-AriaNeural", "en-US-GuyNeural", "en-US-JennyNeural"],
  minimax: ["socialmedia_female_2_v1", "Calm_Woman"],
  neuphonic: ["8e9c4bc8-3979-48ab-8626-df53befc2090"],
  openai: ["alloy", "echo", "fable", "onyx", "nova", "shimmer", "marin", "cedar"],
  playht: ["jennifer", "melissa", "will", "chris", "matt", "jack", "ruby", "davis", "donna", "michael"],
  "rime-ai": ["abbie", "allison", "brook", "cove", "elena", "eva", "luna", "marsh", "mesa", "samantha", "tyler", "wildflower"],
  "smallest-ai": ["emily", "jasmine", "arman", "james", "mithali", "raj", "diya", "william"],
  tavus: ["r52da2535a"],
  vapi: ["Elliot", "Kylie", "Rohan", "Lily", "Savannah", "Hana", "Neha", "Cole", "Harry", "Paige", "Spencer"],
  xai: ["eve", "ara", "rex", "sal", "leo"],
} as const;

import { readFileSync } from "node:fs";
import { decodeMp3, isMp3 } from "./src/media/decode-mp3.ts";
const file = readFileSync("src/testing/tone.mp3");
console.log(isMp3(file));
const s = await decodeMp3(file, 120);
let peak = 0, cross = 0; for (let i = 1; i < s.length; i++) { peak = Math.max(peak, Math.abs(s[i]!)); if ((s[i-1]! < 0) !== (s[i]! < 0)) cross++; }
console.log(s.length / 16000, peak, cross / 2 / (s.length/16000));
console.log((await decodeMp3(file, 1)).length / 16000);
await decodeMp3(Buffer.concat([Buffer.from("ID3"), Buffer.alloc(40000)]), 1).catch((e) => console.log(e.message));
await decodeMp3(Buffer.concat([file.subarray(0, 3000), Buffer.alloc(5000, 7)]), 10).then((x) => console.log(x.length / 16000), (e) => console.log("ERR", e.message));

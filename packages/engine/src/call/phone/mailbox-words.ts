import { normalizeWords } from "@callwright/contract";

/** What greetings of mailboxes say, and people do not, in English, German, French and Spanish. */
const GREETINGS = [
  // A person may offer to take a message.
  /\b(?<!\b(?:i|to|we) )(?:leave|record) (?:me |us |him |her )?(?:a|your|the) (?:brief |short |detailed |quick |voice )*(?:message|name)\b/,
  /\b(?:after|at|following) the (?:tone|beep|signal)\b/,
  /\b(?:voice ?mail|mailbox|mail box|answering (?:machine|service))\b/,
  /\b(?:cannot|cant|can not|unable to|not able to) (?:come to|take|answer) (?:the|your|my) (?:phone|call)\b/,
  /\b(?:person|party|customer|subscriber|number) you (?:are|have|ve) (?:trying to reach|called|dialed|calling|reached)\b/,
  /\b(?:nach|mit) dem (?:signalton|piepton|ton|piep)\b|\bnachricht (?:hinterlassen|auf)|\bhinterlassen sie\b|\b(?:anrufbeantworter|mobilbox)\b/,
  /\b(?:nicht erreichbar|derzeit nicht|zurzeit nicht) .*(?:nachricht|anruf)/,
  /\blaissez (?:moi |nous )?(?:un|votre) message\b|\bapres le (?:bip|signal)|\b(?:messagerie|boite) vocale\b|\brepondeur\b/,
  /\bdeje (?:su|un|me un) mensaje\b|\bdespues (?:del tono|de la senal)|\bbuzon de voz\b|\bcontestador\b/,
];

/** Do these words greet the callers of a mailbox? */
export function isMailboxGreeting(text: string): boolean {
  const words = normalizeWords(text.normalize("NFD").replace(/\p{M}/gu, ""));
  return GREETINGS.some((greeting) => greeting.test(words));
}

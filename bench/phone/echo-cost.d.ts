/** Processor time of a second of a carrier's call, in milliseconds: µ-law, filters, keys, and the canceller. */
export interface EchoCost {
    without: number;
    /** With an echo of 100 ms at −30 dB. */
    canceling: number;
    /** Without an echo, from 20 s on. */
    resting: number;
}
/** Measured on this thread, with our sound all the time. */
export declare function echoCost(speech: Int16Array): Promise<EchoCost>;

/**
 * The initial mean cepstrum, which pocketsphinx subtracts from the sound. It adapts from utterance to utterance, but here each decoder gets only
 * one. The model's initial mean (41, -5.3, -0.1, 5.1 …) fits other recordings; this is the mean of callers after a browser's gain control,
 * noise suppression and Opus.
 *
 * Measured on 60 utterances that Chromium sent over WebRTC: 12 shop questions, voices slt, kal16 and rms in a room with noise at 20 dB, slt
 * and kal16 in a quiet one. Words wrong:
 *
 * | begins with | removes noise | slt, noise | kal16, noise | rms, noise | quiet | all    | exact |
 * |-------------|---------------|------------|--------------|------------|-------|--------|-------|
 * | the model's | no            | 27 %       | 12 %         | 10 %       | 14 %  | 15.5 % | 32/60 |
 * | the model's | yes           | 18 %       | 12 %         |  7 %       |       |        |       |
 * | this        | no            | 15 %       |  8 %         |  8 %       | 11 %  | 10.7 % | 40/60 |
 * | this        | yes           | 14 %       | 11 %         |  7 %       |  9 %  | 10.0 % | 39/60 |
 *
 * For slt it is 15 % when it is the mean of the other voices alone: the mean fits the audio path, not the voice.
 */
const MEAN_CEPSTRUM = [48.7, 9.2, 5.6, 15.7, -2.7, 0.9, 1.4, -5.5, -1.3, 0.4, 3.9, 2.6, 3.4];

/**
 * `feat.params` of cmusphinx-en-us-ptm-5.2, the model of every package that has `pocketsphinx_continuous`, but for `-cmninit`. It is given
 * whole, because the model's file overrides what is given on the command line.
 */
export const FEATURE_PARAMETERS = `-lowerf 130
-upperf 6800
-nfilt 25
-transform dct
-lifter 22
-feat 1s_c_d_dd
-svspec 0-12/13-25/26-38
-agc none
-cmn batch
-varnorm no
-model ptm
-cmninit ${MEAN_CEPSTRUM.join(",")}`;

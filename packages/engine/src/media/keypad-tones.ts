/** The two tones of each key of a telephone's keypad (DTMF). */
export const ROWS_HZ = [697, 770, 852, 941];
export const COLUMNS_HZ = [1209, 1336, 1477, 1633];
export const KEYPAD = ["123A", "456B", "789C", "*0#D"];

/** As providers count: an emoji is one character. */
export const countCharacters = (text: string): number => [...text].length;

/** A telephone number without what people write between its digits: `+49 (30) 231-25` is `+493023125`, `0049…` is `+49…`. */
export const plainNumber = (text: string): string => text.replace(/[\s().\-/]/g, "").replace(/^00/, "+");

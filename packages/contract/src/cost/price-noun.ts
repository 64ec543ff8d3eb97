import { defineNoun } from "../wire/noun.ts";

export const priceNoun = defineNoun({
  thing: "Price",
  label: "price",
  changes: ["price"],
  addresses: {
    listPrices: "GET /price own",
    setPrice: "PUT /price own",
    deletePrice: "DELETE /price/{id} own",
    getSpending: "GET /spending own",
  },
});

import { join } from "node:path";
import { defineTool } from "sopwith";
import { z } from "zod";
import { readJsonFile } from "../shared/json-file.ts";
import { dataFolder } from "./order-book.ts";

const Product = z.object({ productId: z.string(), name: z.string(), facts: z.string() });

/** Looks products up by words of their name. */
export const searchProducts = defineTool({
  name: "products/search",
  description: "Products whose name has one of the words, with their facts. No words found: an empty list.",
  effect: "read",
  input: z.object({ words: z.string().min(1) }),
  output: z.object({ products: z.array(Product) }),
  run: ({ words }) => {
    const wanted = words.toLowerCase().split(/\s+/);
    const products = readJsonFile(join(dataFolder, "products.json"), z.array(Product));
    return { products: products.filter(({ name }) => wanted.some((word) => name.toLowerCase().includes(word))) };
  },
});

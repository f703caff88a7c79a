/** Work that is done apart from the process. */
export default function echo(input: { readonly id: string }): { readonly id: string } {
  return { id: input.id };
}

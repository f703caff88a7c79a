/** A non-empty list. */
export type NonEmpty<T> = readonly [T, ...T[]];

/** Where to go: one name, or several that run side by side. */
export type Targets<Target extends string> = Target | NonEmpty<Target>;

/** A choice made from the state when the node has ended. An empty list is the error `EDGE_EMPTY`. */
export type EdgeFunction<State, Target extends string> = (state: State) => Target | readonly Target[];

/** Where a run goes after a node: always there, or where a function of the state says. */
export type Edge<State, Target extends string> =
  | Targets<Target>
  | EdgeFunction<State, Target>
  /** A function whose targets are written out, for drawings and for the checks at definition. */
  | { readonly to: NonEmpty<Target>; readonly choose: EdgeFunction<State, Target> };

/** An edge of any workflow. */
export type AnyEdge = Edge<never, string>;

/** The name that ends a branch. */
export const END_TARGET = "end";

/**
 * The targets an edge may have. For a bare function they are read from the names that stand as text in its source; a
 * function that names none may go to any of `all`.
 */
export function possibleTargets(edge: AnyEdge, all: readonly string[]): readonly string[] {
  if (typeof edge === "string") return [edge];
  if (typeof edge !== "function") return "to" in edge ? edge.to : edge;
  const source = edge.toString();
  const named = all.filter((name) => [`"${name}"`, `'${name}'`, `\`${name}\``].some((text) => source.includes(text)));
  return named.length > 0 ? named : all;
}

/** A direction, in bytes: what a search by meaning keeps of the numbers that a model gave. */
export interface Vector {
  readonly values: Int8Array;
  /** Of `values` as a vector; 0 where all of them are 0. */
  readonly length: number;
}

/** Rounds numbers to bytes. The length is lost, which says nothing of the meaning. */
export function toVector(numbers: ArrayLike<number>): Vector {
  let largest = 0;
  for (let index = 0; index < numbers.length; index += 1) largest = Math.max(largest, Math.abs(numbers[index]!));
  return vectorOf(Int8Array.from(numbers, (number) => (largest === 0 ? 0 : Math.round((number / largest) * 127))));
}

/** The vector of bytes that were kept. */
export function vectorOf(values: Int8Array): Vector {
  let sum = 0;
  for (const value of values) sum += value * value;
  return { values, length: Math.sqrt(sum) };
}

/** From -1 to 1: how far two directions agree. Both have the same number of values. */
export function cosine(one: Vector, other: Vector): number {
  if (one.length === 0 || other.length === 0) return 0;
  let sum = 0;
  for (let index = 0; index < one.values.length; index += 1) sum += one.values[index]! * other.values[index]!;
  return sum / (one.length * other.length);
}

/** The names of `candidates` that are nearest to `name`, best first; none that is too far to be a slip. @default 3 */
export function nearestNames(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = name.slice(0, longestName).toLowerCase();
  let farthest = Math.min(5, Math.max(2, Math.ceil(wanted.length / 3)));
  const best: Near[] = [];
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const distance = distanceOf({ wanted, other, farthest });
    if (distance > farthest) continue;
    best.push({ candidate, distance });
    if (best.length < limit) continue;
    best.sort(nearerFirst);
    best.length = limit;
    // Whatever is farther than the last of these is of no use any more.
    farthest = Math.min(farthest, best.at(-1)!.distance);
  }
  return best.toSorted(nearerFirst).map((entry) => entry.candidate);
}

interface Near {
  readonly candidate: string;
  readonly distance: number;
}

function nearerFirst(a: Near, b: Near): number {
  return a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1);
}

/** No name of ours is longer; what a model writes may be. */
const longestName = 200;

/** By more separators than this no two spellings of one name differ. */
const mostSeparators = 4;

interface Compared {
  readonly wanted: string;
  readonly other: string;
  readonly farthest: number;
}

/** Names that differ in separators only are nearer than any slip of a letter. */
function distanceOf({ wanted, other, farthest }: Compared): number {
  if (wanted === other) return 0;
  const [shorter, longer] = wanted.length < other.length ? [wanted, other] : [other, wanted];
  if (shorter.length > 2 && longer.includes(shorter)) return 1;
  const apart = Math.abs(wanted.length - other.length);
  if (apart > Math.max(mostSeparators, farthest)) return Infinity;
  const least = lettersApart(wanted, other);
  if (apart <= mostSeparators && least <= mostSeparators && sameLetters(wanted, other)) return 0.5;
  return least > farthest ? Infinity : editDistance(wanted, other, farthest);
}

/** How often each letter of the last wanted name stands in it, by the low bits of its code. */
const letters = new Int16Array(256);
let lettersOf = "";

/** No distance is less than this: letters of one name that the other does not have. Cheap, and mostly enough. */
function lettersApart(wanted: string, other: string): number {
  if (lettersOf !== wanted) {
    letters.fill(0);
    for (let index = 0; index < wanted.length; index += 1) letters[wanted.charCodeAt(index) & 255]! += 1;
    lettersOf = wanted;
  }
  let extra = 0;
  for (let index = 0; index < other.length; index += 1) {
    const code = other.charCodeAt(index) & 255;
    if (letters[code]! <= 0) extra += 1;
    letters[code]! -= 1;
  }
  for (let index = 0; index < other.length; index += 1) letters[other.charCodeAt(index) & 255]! += 1;
  return Math.max(extra, wanted.length - other.length + extra);
}

function sameLetters(a: string, b: string): boolean {
  let [left, right] = [0, 0];
  for (;;) {
    while (isSeparator(a.charCodeAt(left))) left += 1;
    while (isSeparator(b.charCodeAt(right))) right += 1;
    if (left >= a.length || right >= b.length) return left >= a.length && right >= b.length;
    if (a.charCodeAt(left) !== b.charCodeAt(right)) return false;
    left += 1;
    right += 1;
  }
}

/** A blank, `-`, `.`, `/`, `:` or `_`. */
function isSeparator(code: number): boolean {
  return code === 0x20 || (code >= 0x2d && code <= 0x2f) || code === 0x3a || code === 0x5f;
}

/** "a", "a and b", "a, b and c". */
export function joinNames(names: readonly string[], word = "and"): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

/** Three rows of the table, used again for every comparison. */
const rows: readonly Uint8Array[] = [0, 1, 2].map(() => new Uint8Array(longestName * 2));

/**
 * How many letters must be inserted, removed, replaced or swapped with their neighbour; `Infinity` when that is certain to
 * be more than `farthest`, which is a small number. Only cells within that distance of the diagonal are looked at.
 */
export function editDistance(left: string, right: string, farthest: number): number {
  if (right.length > longestName || Math.abs(left.length - right.length) > farthest) return Infinity;
  // What both begin with costs nothing; one letter of it stays, for a swap with the next.
  let same = 0;
  while (same < left.length && left.charCodeAt(same) === right.charCodeAt(same)) same += 1;
  const [a, b] = same > 1 ? [left.slice(same - 1), right.slice(same - 1)] : [left, right];
  const band = Math.max(1, Math.floor(farthest));
  let [beforePrevious, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = Math.min(b.length, band + 1); column >= 0; column -= 1) previous[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const from = Math.max(1, row - band);
    const to = Math.min(b.length, row + band);
    const letter = a.charCodeAt(row - 1);
    const letterBefore = row > 1 ? a.charCodeAt(row - 2) : -1;
    current[from - 1] = from === 1 ? row : 254;
    let least = current[from - 1]!;
    for (let column = from; column <= to; column += 1) {
      const other = b.charCodeAt(column - 1);
      let best = previous[column - 1]! + (letter === other ? 0 : 1);
      const above = column === row + band ? 254 : previous[column]!;
      const before = current[column - 1]!;
      if (above + 1 < best) best = above + 1;
      if (before + 1 < best) best = before + 1;
      if (letterBefore === other && column > 1 && letter === b.charCodeAt(column - 2)) {
        const swapped = beforePrevious[column - 2]! + 1;
        if (swapped < best) best = swapped;
      }
      current[column] = best;
      if (best < least) least = best;
    }
    // A swap looks two rows back, and takes one step.
    if (least > band + 1) return Infinity;
    const oldest = beforePrevious;
    beforePrevious = previous;
    previous = current;
    current = oldest;
  }
  return previous[b.length]!;
}

/** The word that was probably meant: one that begins with the text, or is at most two letters away from it. */
export function closest(text: string, words: readonly string[]): string | undefined {
  const wanted = text.toLowerCase()
  if (wanted.length > 64) return undefined
  const near = words
    .map((word) => ({ word, distance: distanceOf(wanted, word.toLowerCase().slice(0, 64)) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = near
  if (best && best.distance <= Math.min(2, Math.floor(wanted.length / 2))) return best.word
  return wanted.length > 1 ? words.find((word) => word.toLowerCase().startsWith(wanted)) : undefined
}

/** How many letters have to be added, left out, replaced or swapped with the next. */
function distanceOf(a: string, b: string): number {
  let [before, row]: [readonly number[], readonly number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, at) => at),
  ]
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? 0
}

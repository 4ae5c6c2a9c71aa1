/** Exports say the same over and over: what was made of a text is kept for the next time, for so many texts. */
export function remember<T>(make: (text: string) => T, most = 10_000): (text: string) => T {
  const known = new Map<string, { readonly made: T }>()
  return (text) => {
    const found = known.get(text)
    if (found) return found.made
    const made = make(text)
    if (known.size >= most) known.clear()
    // A copy: a part of a text keeps the whole piece of the file that it was read with.
    known.set(Buffer.from(text).toString(), { made })
    return made
  }
}

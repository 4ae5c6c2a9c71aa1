/** What the person wanted to have brought about. */
export function demand<T>(value: T, what: string): NonNullable<T> {
  if (value === false || value === null || value === undefined) throw new Error(`Not reached: ${what}.`)
  return value as NonNullable<T>
}

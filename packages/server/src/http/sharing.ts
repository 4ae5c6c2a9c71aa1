/** Those who ask for the same thing at the same time get one answer. */
export function createSharing() {
  const underWay = new Map<string, Promise<unknown>>()
  return <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const known = underWay.get(key)
    if (known) return known as Promise<T>
    const made = make().finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}

export type Sharing = ReturnType<typeof createSharing>

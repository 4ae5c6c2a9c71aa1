export interface CachedBody {
  /** Text goes out with the head in one write, which suits small bodies; large ones are kept as bytes. */
  readonly body: Buffer | string
  readonly etag: string
  /** The revisions that the body was made from: with any other it is stale. */
  readonly basis: string
}

/** Bodies as they were sent, least recently used out first, bounded in bytes. */
export function createByteCache(maxBytes: number) {
  const entries = new Map<string, CachedBody>()
  let bytes = 0
  const overhead = 200

  const sizeOf = (key: string, { body }: CachedBody): number => key.length + body.length + overhead

  const drop = (key: string): void => {
    const entry = entries.get(key)
    if (!entry) return
    bytes -= sizeOf(key, entry)
    entries.delete(key)
  }

  return {
    get(key: string, basis: string): CachedBody | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.basis !== basis) {
        drop(key)
        return undefined
      }
      // Put back last: the map's order is the order of use. It does not matter before there is something to throw out.
      if (bytes > maxBytes / 2) {
        entries.delete(key)
        entries.set(key, entry)
      }
      return entry
    },
    put(key: string, entry: CachedBody): void {
      drop(key)
      entries.set(key, entry)
      bytes += sizeOf(key, entry)
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
    get bytes() {
      return bytes
    },
  }
}

export type ByteCache = ReturnType<typeof createByteCache>

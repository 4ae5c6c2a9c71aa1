export interface CachedBody {
  /** Text is sent with the headers in one write, which suits small bodies; large ones are kept as bytes. */
  readonly body: Buffer | string
  readonly etag: string
  /** The revisions that the body was built from: if they differ, it is stale. */
  readonly basis: string
}

/** An LRU cache of bodies as they were sent, limited in bytes. */
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
      // Moved to the end: the map's order is the order of use, which only matters when eviction is near.
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

import type { Basis } from './basis.ts'
import type { Pieces } from './pieces.ts'

/** Whatever is kept. */
export interface Cached {
  /** Text is sent with the headers in one write, which suits small bodies; large ones are kept as bytes. */
  readonly body: Buffer | string | Pieces
  /** What it takes in memory, where that is more than its body. */
  readonly bytes?: number
}

/** What is read from the database. */
export interface CachedBody extends Cached {
  /** The latest state that the body is known to show. */
  basis: Basis
}

/** One record, whose tag does not change with others of its kind. */
export interface CachedRecord extends CachedBody {
  readonly etag: string
}

/** An LRU cache of bodies as they were sent, limited in bytes. */
export function createByteCache(maxBytes: number) {
  const entries = new Map<string, Cached>()
  /** As they were counted: an entry may have grown since. */
  const sizes = new Map<string, number>()
  let bytes = 0
  const overhead = 200

  const sizeOf = (key: string, entry: Cached): number =>
    key.length + (entry.bytes ?? entry.body.length) + overhead

  const drop = (key: string): void => {
    bytes -= sizes.get(key) ?? 0
    sizes.delete(key)
    entries.delete(key)
  }

  return {
    /** What was kept under the key, which may be stale: it says itself of when it is. */
    get(key: string): Cached | undefined {
      const entry = entries.get(key)
      // Moved to the end: the map's order is the order of use, which only matters when eviction is near.
      if (entry && bytes > maxBytes / 2) {
        entries.delete(key)
        entries.set(key, entry)
      }
      return entry
    },
    put(key: string, entry: Cached): void {
      drop(key)
      entries.set(key, entry)
      const size = sizeOf(key, entry)
      sizes.set(key, size)
      bytes += size
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

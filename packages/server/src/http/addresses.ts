/** What is at each address, by its method and its path: `/teams/:id`. */
export interface Addresses<T> {
  add(methods: readonly string[], path: string, entry: T): void
  /** A fixed segment comes before a parameter; undefined where nothing is, or not with this method. */
  find(method: string, path: string): Found<T> | undefined
  /** The methods that a path supports; none if nothing is there. */
  methodsAt(path: string): readonly string[]
}

export interface Found<T> {
  readonly entry: T
  /** As it was added. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

interface Added<T> {
  readonly entry: T
  readonly path: string
  readonly names: readonly string[]
}

interface Place<T> {
  readonly fixed: Map<string, Place<T>>
  /** For any other segment. */
  other: Place<T> | undefined
  /** By method. */
  readonly entries: Map<string, Added<T>>
}

/** Ids are shorter: whatever is longer leads nowhere. */
const maxParamLength = 256

/**
 * A table of addresses. The framework makes a route of its own for each, with everything that a route may have: for
 * some hundreds of them that takes longer than opening the database.
 */
export function createAddresses<T>(): Addresses<T> {
  const root = newPlace<T>()

  return {
    add(methods, path, entry) {
      const names: string[] = []
      let place = root
      for (const segment of path.slice(1).split('/')) {
        if (segment.startsWith(':')) {
          names.push(segment.slice(1))
          place.other ??= newPlace()
          place = place.other
        } else {
          const next = place.fixed.get(segment) ?? newPlace()
          place.fixed.set(segment, next)
          place = next
        }
      }
      for (const method of methods) {
        if (place.entries.has(method)) throw new Error(`${method} ${path} is there twice.`)
        place.entries.set(method, { entry, path, names })
      }
    },
    find(method, path) {
      const segments = segmentsOf(path)
      const values: string[] = []
      const place = placeAt(root, segments, values, ({ entries }) => entries.has(method))
      const found = place?.entries.get(method)
      if (!found) return undefined
      const params: Record<string, string> = {}
      for (const [index, name] of found.names.entries()) params[name] = values[index] ?? ''
      return { entry: found.entry, path: found.path, params }
    },
    methodsAt(path) {
      const segments = segmentsOf(path)
      // A parameter may be empty, and is then refused as an id; but that is no address to recommend.
      if (segments.includes('')) return []
      const place = placeAt(root, segments, [], ({ entries }) => entries.size > 0)
      return [...(place?.entries.keys() ?? [])]
    },
  }
}

const newPlace = <T>(): Place<T> => ({ fixed: new Map(), other: undefined, entries: new Map() })

/** Leaves the values of the parameters on its way in `values`. */
function placeAt<T>(
  from: Place<T>,
  segments: readonly string[],
  values: string[],
  isWanted: (place: Place<T>) => boolean,
  index = 0,
): Place<T> | undefined {
  const segment = segments[index]
  if (segment === undefined) return isWanted(from) ? from : undefined
  const next = from.fixed.get(segment)
  const found = next && placeAt(next, segments, values, isWanted, index + 1)
  if (found || !from.other || segment.length > maxParamLength) return found
  values.push(segment)
  const further = placeAt(from.other, segments, values, isWanted, index + 1)
  if (!further) values.pop()
  return further
}

const segmentsOf = (path: string): readonly string[] => {
  const segments = path.slice(1).split('/')
  return path.includes('%') ? segments.map(decoded) : segments
}

/** What cannot be decoded is refused by the framework. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

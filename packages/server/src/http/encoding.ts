/** How bodies can be compressed, the one we like best first. */
const encodings = ['zstd', 'br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

/** The encoding that a client likes best among those there are; undefined if that is none at all. */
export function encodingFor<E extends Encoding>(
  accepted: string | string[] | undefined,
  offered: readonly E[] = encodings as readonly Encoding[] as readonly E[],
): E | undefined {
  if (accepted === undefined) return undefined
  const weights = weightsIn(String(accepted))
  const any = weights.get('*') ?? 0
  const weightOf = (name: string): number => weights.get(name) ?? any
  const [best] = offered.toSorted((one, other) => weightOf(other) - weightOf(one))
  if (best === undefined || weightOf(best) === 0) return undefined
  return weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((word) => word.trim())
    const said = parameters.find((one) => one.startsWith('q='))
    const weight = said === undefined ? 1 : Number(said.slice(2))
    // What cannot be read is not accepted.
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}

import type { Round } from '../types.ts'
import { startAutocannon } from './autocannon.ts'
import { findWrk, wrkGenerator } from './wrk.ts'

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadOrder {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly expectStatus: number
  /** One list of requests for each connection, which repeats it. */
  readonly lanes: readonly (readonly LoadRequest[])[]
  readonly warmUpMs: number
  readonly durationMs: number
}

export interface LoadReport extends Omit<Round, 'cpuMicros'> {
  /** All answers, those of the warm-up included. */
  readonly answered: number
  readonly broken: number
}

export interface Generator {
  readonly name: GeneratorName
  run(order: LoadOrder): Promise<LoadReport>
  stop(): void
}

export const generatorNames = ['wrk', 'autocannon'] as const
export type GeneratorName = (typeof generatorNames)[number]

/** `wrk` where it is installed: autocannon runs on Node itself, and is busy before a fast server is. */
export async function startGenerator(wanted?: GeneratorName): Promise<Generator> {
  const wrk = wanted === 'autocannon' ? undefined : await findWrk()
  if (wrk !== undefined) return wrkGenerator(wrk)
  if (wanted === 'wrk') throw new Error('wrk is not installed; on Debian it is the package of that name.')
  return startAutocannon()
}

/** Distributes the sequences over the connections; each sequence is sent in order on one connection. */
export function deal(
  sequences: readonly (readonly LoadRequest[])[],
  connections: number,
): readonly (readonly LoadRequest[])[] {
  return Array.from({ length: connections }, (_, lane) => {
    const own = sequences.filter((_, index) => index % connections === lane)
    return (own.length > 0 ? own : sequences).flat()
  })
}

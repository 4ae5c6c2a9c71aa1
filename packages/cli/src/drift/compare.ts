import { createHmac, randomBytes } from 'node:crypto'
import type { DriftMapping } from '@svc/model'

export type Variables = Readonly<Record<string, string | undefined>>

export interface Comparison {
  readonly mappingsTotal: number
  readonly mappings: readonly DriftMapping[]
}

/**
 * What differs between two sets of variables. Values stay here: a difference contains their fingerprints,
 * made with a salt that is not stored, so that they can be told apart but not guessed.
 */
export function compareVariables(
  expected: Variables,
  actual: Variables,
  { environment, countsExtra }: { readonly environment: string; readonly countsExtra: boolean },
): Comparison {
  const salt = randomBytes(32)
  const fingerprint = (value: string | undefined): string | null =>
    value === undefined ? null : `hmac-sha256:${createHmac('sha256', salt).update(value).digest('hex')}`
  const extra = countsExtra ? Object.keys(actual) : []
  const names = [...new Set([...Object.keys(expected), ...extra])].sort()
  const mappings = names.flatMap((variable): readonly DriftMapping[] => {
    const kind = differenceOf(expected[variable], actual[variable])
    if (!kind) return []
    return [
      {
        mappingId: `${environment}/${variable}`,
        environment,
        variable,
        kind,
        expectedFingerprint: fingerprint(expected[variable]),
        actualFingerprint: fingerprint(actual[variable]),
      },
    ]
  })
  return { mappingsTotal: names.length, mappings }
}

function differenceOf(
  expected: string | undefined,
  actual: string | undefined,
): DriftMapping['kind'] | undefined {
  if (expected === actual) return undefined
  if (expected === undefined) return 'extra'
  return actual === undefined ? 'missing' : 'changed'
}

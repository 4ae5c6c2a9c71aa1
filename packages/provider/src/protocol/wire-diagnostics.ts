import type { Diagnostic, Path } from './diagnostic.ts'
import { type attributePath, type diagnostic, severities } from './messages.ts'
import type { Decoded, Encodable } from './protobuf.ts'
import type { Type } from './type.ts'

type WirePath = Encodable<typeof attributePath>
type WireStep = NonNullable<WirePath['steps']>[number]

export const toWireDiagnostics = (
  diagnostics: readonly Diagnostic[],
  type: Type,
): readonly Encodable<typeof diagnostic>[] =>
  diagnostics.map(({ severity, summary, detail, path = [] }) => ({
    severity: severities[severity],
    summary,
    detail,
    attribute: path.length > 0 ? toPointer(path, type) : undefined,
  }))

/**
 * To an attribute or one element of it. A host looks for the last name of a longer path in the resource itself,
 * and points at whatever attribute has that name there.
 */
function toPointer(path: Path, type: Type): WirePath {
  const [attribute, element] = toWirePath(path, type).steps ?? []
  if (!attribute) return { steps: [] }
  return { steps: element && !('attributeName' in element) ? [attribute, element] : [attribute] }
}

/** As far as the host can follow: not into sets, and not beyond the type. */
export function toWirePath(path: Path, type: Type): WirePath {
  const steps: WireStep[] = []
  let inside: Type | undefined = type
  for (const step of path) {
    const next: readonly [WireStep, Type] | undefined = stepInto(inside, step)
    if (!next) break
    steps.push(next[0])
    inside = next[1]
  }
  return { steps }
}

function stepInto(type: Type, step: string | number): readonly [WireStep, Type] | undefined {
  if (typeof type === 'string') return undefined
  if (typeof step === 'number') {
    const element = type[0] === 'list' ? type[1] : type[0] === 'tuple' ? type[1][step] : undefined
    return element && [{ elementKeyInt: step }, element]
  }
  if (type[0] === 'map') return [{ elementKeyString: step }, type[1]]
  const member = type[0] === 'object' ? type[1][step] : undefined
  return member && [{ attributeName: step }, member]
}

export const fromWireDiagnostics = (wire: readonly Decoded<typeof diagnostic>[]): readonly Diagnostic[] =>
  wire.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === severities.warning ? 'warning' : 'error',
    summary,
    ...(detail !== '' && { detail }),
    ...(attribute && { path: fromWirePath(attribute) }),
  }))

export const fromWirePath = ({ steps }: Decoded<typeof attributePath>): Path =>
  steps.map(
    ({ attributeName, elementKeyString, elementKeyInt }) =>
      attributeName ?? elementKeyString ?? elementKeyInt ?? '',
  )

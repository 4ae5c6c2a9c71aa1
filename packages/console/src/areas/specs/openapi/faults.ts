import { asObject, asText, type Untyped, resolvePointer } from '../untyped.ts'

const maxFaults = 20

/** What is wrong with a spec, for the person who has to fix it; the rest is shown anyway. */
export function faultsIn(document: Untyped): readonly string[] {
  const faults: string[] = []
  const isAsync = document.asyncapi !== undefined
  faults.push(...versionFaults(document, isAsync))
  const info = asObject(document.info)
  if (asText(info.title) === '') faults.push('“info.title” is missing.')
  if (asText(info.version) === '') faults.push('“info.version” is missing.')
  faults.push(...(isAsync ? channelFaults(document) : pathFaults(document)))
  faults.push(...brokenReferences(document))
  return faults.length > maxFaults
    ? [...faults.slice(0, maxFaults), `And ${faults.length - maxFaults} more.`]
    : faults
}

function versionFaults(document: Untyped, isAsync: boolean): readonly string[] {
  const version = [document.asyncapi, document.openapi, document.swagger].map(asText).find(Boolean)
  if (version === undefined) return ['The version is missing: there is no field “openapi”.']
  const known = isAsync ? /^[23]\.\d/ : /^(2\.0|3\.\d)/
  if (known.test(version)) return []
  return [`Version ${version} is not supported; ${isAsync ? '2.x' : '2.0'} and 3.x are.`]
}

function pathFaults({ paths: given, webhooks }: Untyped): readonly string[] {
  const paths = Object.keys(asObject(given))
  if (paths.length === 0 && !webhooks) return ['“paths” is empty or missing: there are no operations.']
  return paths
    .filter((path) => !path.startsWith('/'))
    .map((path) => `The path “${path}” does not begin with a slash.`)
}

function channelFaults({ channels, components }: Untyped): readonly string[] {
  const isEmpty = Object.keys(asObject(channels)).length === 0
  return isEmpty && !components ? ['“channels” is empty or missing: there are no messages.'] : []
}

/** Broken references, each once. */
function brokenReferences(document: Untyped): readonly string[] {
  const seen = new Set<object>()
  const lost = new Set<string>()
  const waiting: unknown[] = [document]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const { $ref } = value as Untyped
    if (typeof $ref === 'string') {
      if (!$ref.startsWith('#')) lost.add(`“${$ref}” is in another file, which svc does not read.`)
      else if ($ref !== '#' && resolvePointer(document, $ref) === undefined)
        lost.add(`“${$ref}” does not exist.`)
    }
    waiting.push(...Object.values(value))
  }
  return [...lost]
}

import { asObject, asText, type Given, pointed } from '../given.ts'

const most = 20

/** What is wrong with a spec, in the words of whoever has to mend it; the rest of it is shown all the same. */
export function faultsIn(document: Given): readonly string[] {
  const faults: string[] = []
  const isAsync = document.asyncapi !== undefined
  faults.push(...versionFaults(document, isAsync))
  const info = asObject(document.info)
  if (asText(info.title) === '') faults.push('“info.title” is missing.')
  if (asText(info.version) === '') faults.push('“info.version” is missing.')
  faults.push(...(isAsync ? channelFaults(document) : pathFaults(document)))
  faults.push(...lostReferences(document))
  return faults.length > most ? [...faults.slice(0, most), `And ${faults.length - most} more.`] : faults
}

function versionFaults(document: Given, isAsync: boolean): readonly string[] {
  const version = [document.asyncapi, document.openapi, document.swagger].map(asText).find(Boolean)
  if (version === undefined) return ['It does not say its version: the field “openapi” is missing.']
  const known = isAsync ? /^[23]\.\d/ : /^(2\.0|3\.\d)/
  if (known.test(version)) return []
  return [`It says version ${version}; ${isAsync ? '2.x' : '2.0'} and 3.x are known here.`]
}

function pathFaults({ paths: given, webhooks }: Given): readonly string[] {
  const paths = Object.keys(asObject(given))
  if (paths.length === 0 && !webhooks) return ['“paths” is empty or missing: it has no operations.']
  return paths
    .filter((path) => !path.startsWith('/'))
    .map((path) => `The path “${path}” does not begin with a slash.`)
}

function channelFaults({ channels, components }: Given): readonly string[] {
  const isEmpty = Object.keys(asObject(channels)).length === 0
  return isEmpty && !components ? ['“channels” is empty or missing: nothing is sent anywhere.'] : []
}

/** References that lead nowhere, each once. */
function lostReferences(document: Given): readonly string[] {
  const seen = new Set<object>()
  const lost = new Set<string>()
  const waiting: unknown[] = [document]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const { $ref } = value as Given
    if (typeof $ref === 'string') {
      if (!$ref.startsWith('#')) lost.add(`“${$ref}” is in another file, which is not read.`)
      else if ($ref !== '#' && pointed(document, $ref) === undefined) lost.add(`“${$ref}” leads nowhere.`)
    }
    waiting.push(...Object.values(value))
  }
  return [...lost]
}

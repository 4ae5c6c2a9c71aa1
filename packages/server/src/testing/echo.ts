import type { Kind } from '@svc/model'
import type { Fields } from './fixtures.ts'

/** Parts of a field that the service derives from each other, although a caller may write them. */
const derived: Readonly<Record<string, readonly string[]>> = {
  'identity_provider.saml': ['signingCert', 'signingCerts'],
}

/** What an answer shows of a value that was sent: the parts that the service sets are as it says. */
export function echoOf(kind: Kind, key: string, sent: unknown, answered: unknown): unknown {
  if (!isObject(sent) || !isObject(answered)) return sent
  const { properties = {} } = kind.fields[key]?.schema ?? {}
  const own = Object.keys(properties).filter(
    (name) => properties[name]?.readOnly || derived[`${kind.name}.${key}`]?.includes(name),
  )
  const set = own.filter((name) => name in sent).map((name) => [name, answered[name]])
  return { ...sent, ...Object.fromEntries(set) }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

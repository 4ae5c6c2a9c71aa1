import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import packages from './packages.json' with { type: 'json' }

export interface Pin {
  readonly version: string
  /** Of the archive, as lock files have it. */
  readonly integrity: string
  /** The file in it that is run, if it can be run as it is. */
  readonly program?: string
  readonly sha256?: string
  /** As Node names its platform and architecture. */
  readonly runsOn?: string
}

const pins: Readonly<Record<string, Pin>> = packages

/** The pin of a package that is not in npm's lock file; nothing else may be used. */
export function pinOf(name: string, version: string): Pin {
  const pin = Object.hasOwn(pins, name) ? pins[name] : undefined
  if (pin?.version === version) return pin
  throw new Error(
    `${name} ${version} is not used: no hash is pinned for it${pin ? `, only for ${pin.version}` : ''}. ` +
      'npm run pin updates those of the Node in package-lock.json.',
  )
}

export async function refuseOther(file: string, wanted: string): Promise<void> {
  const [algorithm = '', ...rest] = wanted.split('-')
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  const found = hash.digest(algorithm === 'sha512' ? 'base64' : 'hex')
  if (found === rest.join('-')) return
  throw new Error(`${file} is not used: it is ${algorithm}-${found}, and ${wanted} is pinned.`)
}

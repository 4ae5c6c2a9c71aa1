import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import packages from './packages.json' with { type: 'json' }

export interface Pin {
  readonly version: string
  /** Of the archive, as lock files have it. */
  readonly integrity: string
  /** The file in it that is run, where it is one that can be run as it is. */
  readonly program?: string
  readonly sha256?: string
  /** As Node names its platform and architecture. */
  readonly runsOn?: string
}

const pins: Readonly<Record<string, Pin>> = packages

/** What is pinned of a package that npm's lock file knows nothing of; nothing else is to be used. */
export function pinOf(name: string, version: string): Pin {
  const pin = Object.hasOwn(pins, name) ? pins[name] : undefined
  if (pin?.version === version) return pin
  throw new Error(
    `${name} ${version} is not used: no hash is pinned for it${pin ? `, only for ${pin.version}` : ''}. ` +
      'npm run pin writes those of the Node in package-lock.json.',
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

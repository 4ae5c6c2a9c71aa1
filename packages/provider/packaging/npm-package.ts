import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keepInCache } from './machine-cache.ts'
import { runProgram } from './run-program.ts'
import { step } from './step.ts'

/** The folder with the files of a package from the npm registry, whatever platform they are for. */
export function npmPackage(name: string, version: string): Promise<string> {
  return keepInCache(join('npm', `${name}-${version}`), (dir) =>
    step(`Getting ${name} ${version} from npm`, () => unpack(`${name}@${version}`, dir)),
  )
}

async function unpack(spec: string, dir: string): Promise<void> {
  const printed = await runProgram('npm', ['pack', spec, '--silent', '--pack-destination', dir])
  const archive = join(dir, printed.trim())
  await runProgram('tar', ['-xzf', archive, '-C', dir, '--strip-components=1'])
  await rm(archive)
}

import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { cacheDir, keepInCache } from '../../packages/provider/packaging/machine-cache.ts'
import { npmPackage } from '../../packages/provider/packaging/npm-package.ts'
import { runProgram } from '../../packages/provider/packaging/run-program.ts'

/** Made for minimal systems, so it includes the libraries and fonts it needs. */
const packed = { name: '@sparticuz/chromium', version: '153.0.0' }
const place = join('chromium', packed.version)
const programName = 'chromium'

/** The machine's own come first. */
const launcher = `#!/bin/sh
dir=\${0%/*}
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$dir/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$dir/fonts.conf"
exec "$dir/headless" "$@"
`
const fonts = '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n'

export const isOnNpm = (): boolean => process.platform === 'linux' && process.arch === 'x64'

/** The one downloaded by an earlier run. */
export function keptChromium(): string | undefined {
  const path = join(cacheDir(), place, programName)
  return existsSync(path) ? path : undefined
}

export async function chromiumFromNpm(): Promise<string> {
  const dir = await keepInCache(place, async (unfinished) => {
    const packages = join(await npmPackage(packed.name, packed.version), 'bin')
    await unpack(join(packages, 'chromium.br'), join(unfinished, 'headless'), 0o755)
    for (const name of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) {
      const archive = join(unfinished, name)
      await unpack(join(packages, `${name}.br`), archive)
      await runProgram('tar', ['-xf', archive, '-C', unfinished])
      await rm(archive)
    }
    await writeFile(join(unfinished, 'fonts.conf'), fonts)
    await writeFile(join(unfinished, programName), launcher, { mode: 0o755 })
  })
  return join(dir, programName)
}

const unpack = (from: string, to: string, mode = 0o644): Promise<void> =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }))

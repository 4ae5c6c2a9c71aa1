import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFiles } from './lock-file.ts'
import type { Platform } from './platforms.ts'
import { runProgram } from './run-program.ts'
import { type ZipEntry, zip } from './zip.ts'

export const providerName = 'terraform-provider-svc'

export interface Release {
  readonly version: string
  /** Has a folder for each platform with its files; everything else is written next to them. */
  readonly dir: string
  readonly platforms: readonly Platform[]
}

export function executableName(version: string, platform: Platform): string {
  return `${providerName}_v${version}${platform.startsWith('windows') ? '.exe' : ''}`
}

/**
 * What a registry expects of a release: an archive for each platform, a manifest, and the checksums of all. Lock files
 * are added for those who install from a folder.
 */
export async function packRelease({ version, dir, platforms }: Release): Promise<void> {
  const prefix = `${providerName}_${version}`
  const files = new Map<string, Buffer>()
  for (const platform of platforms) {
    files.set(`${prefix}_${platform}.zip`, await zip(await entriesOf(join(dir, platform))))
  }
  files.set(`${prefix}_manifest.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  const locks = await lockFiles(
    version,
    platforms.map((platform) => join(dir, platform)),
  )
  for (const [name, text] of locks) files.set(`${prefix}_${name}`, Buffer.from(text))
  files.set(`${prefix}_SHA256SUMS`, sumsOf(files))
  for (const [name, content] of files) await writeFile(join(dir, name), content)
}

/** A signature of the checksums. The Terraform registry accepts RSA and DSA keys only. */
export async function signRelease({ version, dir }: Release, key: string): Promise<void> {
  const sums = join(dir, `${providerName}_${version}_SHA256SUMS`)
  await runProgram('gpg', ['--batch', '--yes', '--local-user', key, '--detach-sign', sums])
}

const manifest = { version: 1, metadata: { protocol_versions: ['6.0'] } }

async function entriesOf(dir: string): Promise<readonly ZipEntry[]> {
  const names = (await readdir(dir)).sort()
  return Promise.all(
    names.map(async (name) => {
      const file = join(dir, name)
      // Whatever the umask of the person who builds.
      const mode = (await stat(file)).mode & constants.S_IXUSR ? 0o755 : 0o644
      return { name, mode, content: await readFile(file) }
    }),
  )
}

function sumsOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const lines = Array.from(
    files,
    ([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
  )
  return Buffer.from(lines.join(''))
}

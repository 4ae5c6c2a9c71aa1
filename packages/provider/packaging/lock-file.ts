import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registries, source } from './source-address.ts'

/**
 * The content of `.terraform.lock.hcl` that makes OpenTofu or Terraform install this release and nothing else, for each
 * of the two. A lock file written by the first `init` would trust whatever it finds.
 */
export async function lockFiles(
  version: string,
  folders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = await Promise.all(folders.map(folderHash))
  const lines = hashes.sort().map((hash) => `    "${hash}",\n`)
  return new Map(
    Object.entries(registries).map(([tool, registry]) => [
      `${tool}.lock.hcl`,
      `provider "${[registry, ...source].join('/')}" {\n  version = "${version}"\n  hashes = [\n${lines.join('')}  ]\n}\n`,
    ]),
  )
}

/** The hash of a folder as in Go modules ("h1"): of the sorted hashes and names of its files. */
async function folderHash(dir: string): Promise<string> {
  const sums = createHash('sha256')
  for (const name of (await readdir(dir)).sort()) {
    const sum = createHash('sha256')
      .update(await readFile(join(dir, name)))
      .digest('hex')
    sums.update(`${sum}  ${name}\n`)
  }
  return `h1:${sums.digest('base64')}`
}

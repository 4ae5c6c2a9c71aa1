import { link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from './release.ts'
import { registries, source } from './source-address.ts'

/** A folder that `filesystem_mirror` can point at. Its files are the release's own, under a second name. */
export async function writeMirror({ version, dir, platforms }: Release): Promise<void> {
  for (const registry of Object.values(registries)) {
    for (const platform of platforms) {
      const target = join(dir, 'mirror', registry, ...source, version, platform)
      await mkdir(target, { recursive: true })
      for (const name of await readdir(join(dir, platform))) {
        await link(join(dir, platform, name), join(target, name))
      }
    }
  }
}

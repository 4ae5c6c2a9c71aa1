import { link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from './release.ts'

/** Where OpenTofu and Terraform look for a provider whose source names no host. */
const registries = ['registry.opentofu.org', 'registry.terraform.io']

const source = ['svc', 'svc']

/** A folder that `filesystem_mirror` can point at. Its files are the release's own, under a second name. */
export async function writeMirror({ version, dir, platforms }: Release): Promise<void> {
  for (const registry of registries) {
    for (const platform of platforms) {
      const target = join(dir, 'mirror', registry, ...source, version, platform)
      await mkdir(target, { recursive: true })
      for (const name of await readdir(join(dir, platform))) {
        await link(join(dir, platform, name), join(target, name))
      }
    }
  }
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeExecutable } from './executable.ts'
import { ownPlatform, type Platform } from './platforms.ts'
import { executableName } from './release.ts'
import { signForMac } from './sign-for-mac.ts'

export interface PlatformBuild {
  readonly script: string
  readonly version: string
  readonly platform: Platform
  /** Node for the platform. */
  readonly node: string
  /** Files to go with the executable, by name. */
  readonly texts: Readonly<Record<string, string>>
  readonly dir: string
}

/** Builds the files for one platform. Returns whether they run as they are. */
export async function writePlatform(build: PlatformBuild): Promise<'ready' | 'unsigned'> {
  const { script, version, platform, node, texts, dir } = build
  const output = join(dir, executableName(version, platform))
  await mkdir(dir, { recursive: true })
  await writeExecutable({ script, node, output, precompiled: platform === ownPlatform })
  for (const [name, text] of Object.entries(texts)) await writeFile(join(dir, name), text)
  return !platform.startsWith('darwin') || (await signForMac(output)) ? 'ready' : 'unsigned'
}

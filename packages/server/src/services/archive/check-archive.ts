import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Manifest, readManifest } from './manifest.ts'
import { openPart } from './open-part.ts'

/** Checks every file of an archive against its manifest, before any of it is trusted. */
export async function checkArchive(dir: string): Promise<Manifest> {
  const manifest = await readManifest(dir)
  for (const { name, bytes, sha256 } of manifest.files) {
    const found = await digestOf(join(dir, name)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Error(`${name} is missing from ${dir}.`) : error
    })
    if (found.bytes !== bytes) {
      throw new Error(`${name} has ${found.bytes} bytes, but the manifest says ${bytes}: it is incomplete.`)
    }
    if (found.sha256 !== sha256) {
      throw new Error(`${name} has been altered or damaged: its SHA-256 does not match the manifest.`)
    }
  }
  return manifest
}

async function digestOf(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await openPart(file)
  for await (const chunk of handle.createReadStream() as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

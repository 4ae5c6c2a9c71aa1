import { createHash } from 'node:crypto'
import { type Manifest, readManifest } from './manifest.ts'
import { type ArchiveSource, openArchive } from './source.ts'

/** Checks every file of an archive against its manifest, before any of it is trusted. */
export async function checkArchive(path: string): Promise<Manifest> {
  const source = await openArchive(path)
  try {
    const manifest = await readManifest(source)
    for (const file of manifest.files) await checkFile(source, file)
    return manifest
  } finally {
    await source.close()
  }
}

async function checkFile(
  source: ArchiveSource,
  { name, bytes, sha256 }: Manifest['files'][number],
): Promise<void> {
  const chunks = await source.read(name)
  if (!chunks) throw new Error(`${name} is missing from ${source.path}.`)
  const found = await digestOf(chunks)
  if (found.bytes !== bytes) {
    throw new Error(`${name} has ${found.bytes} bytes, but the manifest says ${bytes}: it is incomplete.`)
  }
  if (found.sha256 !== sha256) {
    throw new Error(`${name} has been altered or damaged: its SHA-256 does not match the manifest.`)
  }
}

async function digestOf(
  chunks: AsyncIterable<Buffer>,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

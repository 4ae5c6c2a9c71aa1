import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Replaces a file in an archive without updating the manifest. */
export async function edit(archive: string, name: string, change: (text: string) => string): Promise<void> {
  const file = join(archive, name)
  const before = await readFile(file, 'utf8')
  const after = change(before)
  assert.notEqual(after, before)
  await writeFile(file, after)
}

/** The same, by somebody who also updates the manifest. */
export async function forge(archive: string, name: string, change: (text: string) => string): Promise<void> {
  await edit(archive, name, change)
  const bytes = await readFile(join(archive, name))
  const manifest = JSON.parse(await readFile(join(archive, 'manifest.json'), 'utf8'))
  const entry = manifest.files.find((file: { name: string }) => file.name === name)
  Object.assign(entry, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  await editManifest(archive, manifest)
}

export async function editManifest(archive: string, over: object): Promise<void> {
  const file = join(archive, 'manifest.json')
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...over }))
}

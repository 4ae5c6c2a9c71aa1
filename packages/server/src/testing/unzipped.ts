import { open } from 'node:fs/promises'
import { openZip } from '../services/archive/zip/read-zip.ts'

/** The files in a zip file as texts, by name. */
export async function unzipped(path: string): Promise<ReadonlyMap<string, string>> {
  const handle = await open(path)
  try {
    const zip = await openZip(handle)
    const files = new Map<string, string>()
    for (const name of zip.names) {
      const chunks: Buffer[] = []
      for await (const chunk of zip.read(name) ?? []) chunks.push(chunk)
      files.set(name, Buffer.concat(chunks).toString('utf8'))
    }
    return files
  } finally {
    await handle.close()
  }
}

import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { inflateRawSync } from 'node:zlib'

/** The files below a folder that a text is in, plain or packed: a plan file is a zip archive. */
export async function filesHolding(dir: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const holding = files.map(async (file) => {
    const content = await readFile(file)
    return [content, ...unpacked(content)].some((part) => part.includes(text)) ? [relative(dir, file)] : []
  })
  return (await Promise.all(holding)).flat().toSorted()
}

const localHeader = Buffer.from('PK\x03\x04')

function* unpacked(archive: Buffer): Generator<Buffer> {
  for (let at = archive.indexOf(localHeader); at >= 0; at = archive.indexOf(localHeader, at + 1)) {
    const [name, extra] = [archive.readUInt16LE(at + 26), archive.readUInt16LE(at + 28)]
    const isDeflated = archive.readUInt16LE(at + 8) === 8
    if (isDeflated) yield inflateRawSync(archive.subarray(at + 30 + name + extra))
  }
}

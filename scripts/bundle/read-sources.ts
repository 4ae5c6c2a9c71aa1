import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { dirname, extname, relative, sep } from 'node:path'
import type { Loader, Plugin } from 'esbuild'

/** Its path, its size, the second of its last change if that can be trusted, and what is in it. */
export type Source = readonly [path: string, size: number, second: number | null, hash: string]

const loaders: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.json': 'json',
}

interface Reading {
  readonly root: string
  /** Where the bundle will be. */
  readonly folder: string
  readonly note: (source: Source) => void
}

/** Reads what is bundled, and notes what was read. */
export const readSources = ({ root, folder, note }: Reading): Plugin => ({
  name: 'read-sources',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.([mc]?js|ts|json)$/, namespace: 'file' }, async ({ path }) => {
      const { source, contents } = await readSource(root, path)
      note(source)
      return {
        contents: path.includes(`${sep}node_modules${sep}`)
          ? contents
          : withOwnAddress(path, contents, folder),
        loader: loaders[extname(path)] ?? 'js',
      }
    })
  },
})

/** Within this time of being read, a file may change again without its second telling. */
const coarseMs = 3_000

export async function readSource(root: string, path: string): Promise<{ source: Source; contents: string }> {
  const { mtimeMs } = await stat(path)
  const second = mtimeMs < Date.now() - coarseMs ? Math.floor(mtimeMs / 1000) : null
  const bytes = await readFile(path)
  const hash = createHash('sha256').update(bytes).digest('base64')
  return {
    source: [relative(root, path).split(sep).join('/'), bytes.length, second, hash],
    contents: bytes.toString(),
  }
}

/**
 * In a bundle, a module's `import.meta` is that of the bundle. Files that a module of ours finds from where it is
 * (the console, a list of words, a worker) are still looked for there.
 */
function withOwnAddress(path: string, text: string, folder: string): string {
  const to = (target: string) =>
    `new URL(${JSON.stringify(relative(folder, target).split(sep).join('/'))}, import.meta\0.url)`
  const moved = text
    .replaceAll(
      /\bimport\.meta\.dirname\b/g,
      `process.getBuiltinModule('node:url').fileURLToPath(${to(dirname(path))})`,
    )
    .replaceAll(/\bimport\.meta\.url\b/g, `${to(path)}.href`)
  if (/\bimport\.meta\./.test(moved))
    throw new Error(`${path} uses import.meta for what a bundle cannot tell.`)
  return moved.replaceAll('import.meta\0', 'import.meta')
}

import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isCharges, noCharges } from './charges.ts'
import type { Io } from '../command.ts'
import { Failure } from '../failure.ts'
import { fileFailure } from '../file-failure.ts'
import { type ExportFile, openExport } from './export-file.ts'
import { filesOfManifest } from './manifest.ts'

const piped = '-'

export interface NamedFile {
  /** Where it is. */
  readonly path: string
  /** Its name among the parts of an export; standard input has none. */
  readonly part: string | null
}

export interface Found {
  readonly files: readonly NamedFile[]
  /** Whether they are the complete export: a folder or a manifest was named. */
  readonly isWhole: boolean
}

/** The files of an export: those that are named, those in a folder, those that a manifest lists. */
export async function findFiles(operands: readonly string[]): Promise<Found> {
  const files: NamedFile[] = []
  let isWhole = false
  for (const operand of operands) {
    const paths = await pathsOf(operand)
    isWhole ||= paths !== undefined
    for (const path of paths ?? [operand]) files.push({ path, part: partOf(path) })
  }
  const twice = files.find(({ path }, index) => files.findIndex((one) => one.path === path) < index)
  if (twice) throw new Failure(`${twice.path} is named twice.`)
  return { files, isWhole }
}

/** By name regardless of the folder: clouds put each delivery into a new folder. */
const partOf = (path: string): string | null => (path === piped ? null : basename(path))

/** The files of a folder or manifest; undefined for a file of charges. */
async function pathsOf(operand: string): Promise<readonly string[] | undefined> {
  if (operand === piped) return undefined
  const found = await stat(operand).catch((error: NodeJS.ErrnoException) => {
    throw fileFailure(operand, error)
  })
  if (found.isDirectory()) return filesIn(operand)
  return operand.toLowerCase().endsWith('.json') ? filesOfManifest(operand) : undefined
}

async function filesIn(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const all = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const files = all.filter((path) => isCharges(path) && !basename(path).startsWith('.')).sort()
  if (files.length === 0) throw noCharges(dir, all)
  return files
}

/** Several files, opened one after the other, with one progress for all of them. */
export async function openFiles(files: readonly NamedFile[], io: Io) {
  const sizes = await Promise.all(files.map(async ({ path }) => (path === piped ? undefined : sizeOf(path))))
  const size = sizes.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  )
  let done = 0
  let current: ExportFile | undefined
  return {
    size,
    readBytes: (): number => done + (current?.readBytes() ?? 0),
    async *[Symbol.asyncIterator]() {
      for (const { path, part } of files) {
        current = await openExport(path, io)
        yield { part, label: files.length > 1 ? path : undefined, bytes: current.bytes }
        done += current.readBytes()
        current = undefined
      }
    },
  }
}

const sizeOf = async (path: string): Promise<number | undefined> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw fileFailure(path, error)
  })
  return found.isFile() ? found.size : undefined
}

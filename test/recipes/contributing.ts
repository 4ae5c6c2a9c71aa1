import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

/** One line of a recipe: the files that it names, and whether somebody writes them. */
interface Line {
  readonly patterns: readonly string[]
  readonly isByHand: boolean
}

export interface Told {
  readonly lines: readonly Line[]
  /** How many files it promises. */
  readonly count: number
}

const text = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')

/** What CONTRIBUTING.md says under a heading. */
export function recipeUnder(heading: string): Told {
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const [body = ''] = section.split('\n## ')
  const [, list = ''] = /```text\n(.*?)```/s.exec(body) ?? []
  const [, count = ''] = /(\d+) files by hand/.exec(body) ?? []
  return { lines: list.trim().split('\n').map(toLine), count: Number(count) }
}

function toLine(line: string): Line {
  const [paths = '', about = ''] = line.split(/ {2,}/)
  const patterns = paths.split(', ').map((path) => path.replace(/<[^>]*>/g, '*').replace(/\/$/, '/**'))
  return { patterns, isByHand: !about.startsWith('written by npm run generate') }
}

export const isNamedBy = (path: string, { patterns }: Line): boolean =>
  patterns.some((pattern) => matchesGlob(path, pattern))

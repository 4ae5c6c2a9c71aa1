import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentsIn } from '../../packages/cli/src/backstage/documents.ts'

/** The blocks of a language in docs/automation.md, below each heading. */
export async function blocksOf(language: 'yaml' | 'sh'): Promise<ReadonlyMap<string, readonly string[]>> {
  const path = join(import.meta.dirname, '../../docs/automation.md')
  const [, ...sections] = (await readFile(path, 'utf8')).split(/^#+ /m)
  return new Map(
    sections.map((section) => {
      const [heading = ''] = section.split('\n', 1)
      const blocks = section.matchAll(/^```(\w+)\n(.*?)^```$/gms)
      return [heading, [...blocks].filter(([, word]) => word === language).map(([, , text = '']) => text)]
    }),
  )
}

/** The only block of a language below a heading, or the one that contains these words. */
export async function blockBelow(heading: string, language: 'yaml' | 'sh', words = ''): Promise<string> {
  const found = (await blocksOf(language)).get(heading)?.filter((text) => text.includes(words)) ?? []
  const [block, ...others] = found
  if (block === undefined || others.length > 0)
    throw new Error(
      `docs/automation.md has ${found.length} blocks of ${language} below "${heading}", not one.`,
    )
  return block
}

/** A pipeline as the CI reads it, with anchors resolved. */
export async function pipelineBelow<T>(heading: string): Promise<T> {
  const [pipeline] = await documentsIn(await blockBelow(heading, 'yaml'))
  return pipeline as T
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentsIn } from '../../packages/cli/src/backstage/documents.ts'

/** A page below docs. */
export type Page = 'automation.md' | 'pipelines.md'

type Language = 'yaml' | 'sh' | 'hcl'

/** The blocks of a language on a page, below each heading. */
export async function blocksOf(
  language: Language,
  page: Page = 'automation.md',
): Promise<ReadonlyMap<string, readonly string[]>> {
  const path = join(import.meta.dirname, '../../docs', page)
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
export async function blockBelow(
  heading: string,
  language: Language,
  words = '',
  page: Page = 'automation.md',
): Promise<string> {
  const found = (await blocksOf(language, page)).get(heading)?.filter((text) => text.includes(words)) ?? []
  const [block, ...others] = found
  if (block === undefined || others.length > 0)
    throw new Error(`docs/${page} has ${found.length} blocks of ${language} below "${heading}", not one.`)
  return block
}

/** A pipeline as the CI reads it, with anchors resolved. */
export async function pipelineBelow<T>(heading: string, page?: Page): Promise<T> {
  const [pipeline] = await documentsIn(await blockBelow(heading, 'yaml', '', page))
  return pipeline as T
}

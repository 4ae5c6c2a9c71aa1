import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '../src/protocol/schema.ts'
import { example, fenced, wholeExample } from './example.ts'
import { schemaSection } from './schema-section.ts'

export const templatesFolder: string = join(import.meta.dirname, 'templates')

/**
 * A page written by hand, in which `{{example FILE}}` is replaced by an example, `{{whole FILE}}` by one including its
 * first block, and `{{schema}}` by the attributes of the provider.
 */
export function templatePage(path: string, schema: Schema): string {
  const text = readFileSync(join(templatesFolder, path), 'utf8')
  return text.replace(/\{\{(\w+)(?: (\S+))?\}\}/g, (_, word: string, file = '') => {
    if (word === 'example') return fenced('terraform', example(file))
    if (word === 'whole') return fenced('terraform', wholeExample(file))
    if (word === 'schema') return schemaSection(schema.attributes)
    throw new Error(`${path} uses ${word}, which does not exist.`)
  })
}

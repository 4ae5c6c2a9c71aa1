import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '../src/protocol/schema.ts'
import { example, fenced, wholeExample } from './example.ts'
import { schemaSection } from './schema-section.ts'

export const templatesFolder: string = join(import.meta.dirname, 'templates')

/**
 * A page written by hand, in which `{{example FILE}}` stands for an example, `{{whole FILE}}` for one with its
 * beginning, and `{{schema}}` for the attributes of the provider.
 */
export function templatePage(path: string, schema: Schema): string {
  const text = readFileSync(join(templatesFolder, path), 'utf8')
  return text.replace(/\{\{(\w+)(?: (\S+))?\}\}/g, (_, word: string, file = '') => {
    if (word === 'example') return fenced('terraform', example(file))
    if (word === 'whole') return fenced('terraform', wholeExample(file))
    if (word === 'schema') return schemaSection(schema.attributes)
    throw new Error(`${path} asks for ${word}, which there is not.`)
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const examplesFolder: string = join(import.meta.dirname, '../examples')

/** A file of the examples, as it is. */
export function wholeExample(path: string): string {
  try {
    return readFileSync(join(examplesFolder, path), 'utf8')
  } catch (cause) {
    throw new Error(`There is no packages/provider/examples/${path}: npm run generate begins it.`, { cause })
  }
}

/** The block that every example begins with, so that each can be applied on its own: where the provider comes from. */
export const preamble: string = wholeExample('provider/provider.tf').replace(/(?<=\n}\n).*$/s, '')

/** An example without that: it is shown once, where the provider itself is described. */
export function example(path: string): string {
  const text = wholeExample(path)
  if (!text.startsWith(preamble)) throw new Error(`${path} does not begin like provider/provider.tf.`)
  return text.slice(preamble.length).trimStart()
}

export const fenced = (language: 'terraform' | 'shell', text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

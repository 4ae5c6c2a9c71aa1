import type { Plugin } from 'vite'

/** Where operations say what they are for, and the fields in which they do. */
const files = /packages[\\/]model[\\/]src[\\/]operations[\\/]/
const texts = new Set(['about', 'summary', 'description'])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** The reference at /docs has the sentences about operations; the console calls them and never shows them. */
export const withoutReferenceText = (): Plugin => ({
  name: 'without-reference-text',
  transform(code, id) {
    if (!files.test(id)) return null
    let text = code
    for (const { start, end } of textsIn(this.parse(code) as unknown as Node)) {
      // As long as before, so that every place in the file stays where it was.
      text = `${text.slice(0, start)}''${' '.repeat(end - start - 2)}${text.slice(end)}`
    }
    return { code: text, map: null }
  },
})

/** Also one that is put together of several lines. */
const isText = (node: Node): boolean =>
  node.type === 'BinaryExpression'
    ? isText(node.left as Node) && isText(node.right as Node)
    : node.type === 'Literal' && typeof node.value === 'string'

function textsIn(node: Node): readonly Node[] {
  if (node.type === 'Property') {
    const { key, value } = node as unknown as {
      key: Node & { name?: string }
      value: Node & { value?: unknown }
    }
    if (texts.has(key.name ?? '') && isText(value)) return [value]
  }
  return Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part === 'object' && part !== null && 'type' in part)
    .flatMap(textsIn)
}

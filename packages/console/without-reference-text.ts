import type { Plugin } from 'vite'

/** Where operations, and kinds that have no page, say what they are for, and the fields in which they do. */
const silent =
  /packages[\\/]model[\\/]src[\\/](operations[\\/]|kinds[\\/](drift-snapshot|score|slo-counts|slo-snapshot|webhook-delivery)\.)/
const texts = new Set(['about', 'summary', 'description'])
/** Where every kind has an example of itself, and operations have some of what they take and answer with. */
const shown = /packages[\\/]model[\\/]src[\\/](kinds|operations)[\\/]/
const examples = new Set(['example', 'examples', 'bodyExample'])
const nothing: Readonly<Record<string, string>> = { ObjectExpression: '{}', ArrayExpression: '[]' }

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Property {
  readonly key: Node & { readonly name?: string }
  readonly value: Node
}

/** The description of the API has sentences and examples; the console uses what they are about and never shows them. */
export const withoutReferenceText = (): Plugin => ({
  name: 'without-reference-text',
  transform(code, id) {
    const isSilent = silent.test(id)
    if (!isSilent && !shown.test(id)) return null
    let text = code
    const replace = ({ start, end }: Node, by: string) => {
      // As long as before, so that every place in the file stays where it was.
      text = `${text.slice(0, start)}${by.padEnd(end - start)}${text.slice(end)}`
    }
    // What is inside comes first, and is gone with what it is in.
    for (const { key, value } of propertiesIn(this.parse(code) as unknown as Node).toReversed()) {
      const empty = nothing[value.type]
      if (isSilent && texts.has(key.name ?? '') && isText(value)) replace(value, `''`)
      else if (examples.has(key.name ?? '') && empty) replace(value, empty)
    }
    return { code: text, map: null }
  },
})

/** Also one that is put together of several lines. */
const isText = (node: Node): boolean =>
  node.type === 'BinaryExpression'
    ? isText(node.left as Node) && isText(node.right as Node)
    : node.type === 'Literal' && typeof node.value === 'string'

function propertiesIn(node: Node): readonly Property[] {
  const parts = Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part === 'object' && part !== null && 'type' in part)
    .flatMap(propertiesIn)
  return node.type === 'Property' ? [node as unknown as Property, ...parts] : parts
}

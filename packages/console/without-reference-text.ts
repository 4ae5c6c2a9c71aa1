import type { Plugin } from 'vite'

/** Files whose texts the console never shows: operations, and kinds without a page; and the fields that have them. */
const silent =
  /packages[\\/]model[\\/]src[\\/](operations[\\/]|kinds[\\/](drift-snapshot|score|slo-counts|slo-snapshot|webhook-delivery)\.)/
const texts = new Set(['about', 'summary', 'description'])
/** Files with examples: kinds, integrations, and the requests and responses of operations. */
const shown = /packages[\\/]model[\\/]src[\\/](kinds?|operations|upstreams)[\\/]/
const examples = new Set(['example', 'examples', 'bodyExample'])
/** What is sent and answered is typed; nothing looks at its schema while the console runs. */
const operations = /packages[\\/]model[\\/]src[\\/]operations[\\/]/
const schemas = new Set(['body', 'success'])
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

/** Drops what of the API description the console never looks at from its bundle: sentences, examples, schemas. */
export const withoutReferenceText = (): Plugin => ({
  name: 'without-reference-text',
  transform(code, id) {
    const isSilent = silent.test(id)
    const isOperation = operations.test(id)
    if (!isSilent && !shown.test(id)) return null
    let text = code
    const replace = ({ start, end }: Node, by: string) => {
      // Padded to the same length, so that all other positions stay valid.
      text = `${text.slice(0, start)}${by.padEnd(end - start)}${text.slice(end)}`
    }
    // Inner properties come first, because they disappear with the outer ones.
    for (const { key, value } of propertiesIn(this.parse(code) as unknown as Node).toReversed()) {
      const empty = nothing[value.type]
      if (isSilent && texts.has(key.name ?? '') && isText(value)) replace(value, `''`)
      else if (examples.has(key.name ?? '') && empty) replace(value, empty)
      else if (isOperation && schemas.has(key.name ?? '') && /^(Object|Call)/.test(value.type))
        replace(value, '{}')
    }
    return { code: text, map: null }
  },
})

/** Also a text concatenated from several literals. */
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

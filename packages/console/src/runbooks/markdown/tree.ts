import MarkdownIt from 'markdown-it'

/** HTML is off: what looks like a tag is text. */
const parser = new MarkdownIt({ html: false, linkify: true, typographer: false })

export type Token = ReturnType<typeof parser.parse>[number]

export interface Branch {
  readonly token: Token
  readonly children: readonly Branch[]
}

/** The pieces of a text, each with what is inside of it. */
export const treeOf = (text: string): readonly Branch[] => grown(parser.parse(text, {}))

function grown(tokens: readonly Token[]): readonly Branch[] {
  const roots: Branch[] = []
  const open: Branch[][] = [roots]
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop()
      continue
    }
    const children: Branch[] = token.children && token.type === 'inline' ? [...grown(token.children)] : []
    open.at(-1)?.push({ token, children })
    if (token.nesting > 0) open.push(children)
  }
  return roots
}

/**
 * The demo's data is written as people jot things down:
 *
 *     web-shop
 *       bug major: The slot picker shows yesterday #slots
 *         Seen after midnight, until the page is loaded again.
 *
 * A heading, items under it, and under an item whatever more there is to say.
 */
export interface Item {
  readonly heading: string
  readonly words: readonly string[]
  readonly title: string
  readonly tags: readonly string[]
  readonly detail: string
}

export function outline(text: string): readonly Item[] {
  let heading = ''
  const items: { head: string; line: string; detail: string[] }[] = []
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const content = line.trim()
    const depth = line.search(/\S/)
    if (depth === 0) heading = content
    else if (depth === 2) items.push({ head: heading, line: content, detail: [] })
    else items.at(-1)?.detail.push(content)
  }
  return items.map(({ head, line, detail }) => ({ heading: head, ...parts(line), detail: detail.join(' ') }))
}

function parts(line: string): Pick<Item, 'words' | 'title' | 'tags'> {
  const [, before = '', marks = ''] = /^(.*?)((?: #[\w-]+)*)$/.exec(line) ?? []
  const colon = before.indexOf(': ')
  return {
    words: (colon < 0 ? before : before.slice(0, colon)).split(' '),
    title: colon < 0 ? '' : before.slice(colon + 2),
    tags: marks.split(' #').filter((tag) => tag !== ''),
  }
}

/** The word at a position, which must exist. */
export function word({ words, heading }: Item, place: number): string {
  const found = words[place]
  if (found === undefined) throw new Error(`Under ${heading}, "${words.join(' ')}" is too short.`)
  return found
}

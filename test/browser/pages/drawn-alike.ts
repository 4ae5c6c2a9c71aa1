import type { Page } from 'playwright-core'

/** The attribute of an element while nothing like it has been checked. */
export const isFirstMark = 'data-first-of-its-like'

/** Attributes that differ without affecting how elements are drawn. */
const free = [
  'id',
  'for',
  'name',
  'href',
  'value',
  'title',
  'alt',
  'datetime',
  'placeholder',
  'data-node',
  'aria-label',
  'aria-labelledby',
  'aria-describedby',
  'aria-controls',
  'aria-owns',
  'aria-activedescendant',
  'aria-rowindex',
  'aria-rowcount',
  'aria-setsize',
  'aria-posinset',
  // What is below a dialog.
  'aria-hidden',
  'inert',
  'data-base-ui-inert',
]

/**
 * Runs in the browser. Two elements are alike if they and all their ancestors have the same names, classes, styles and
 * other attributes and the same position among their siblings (first, last or between); buttons must also have the
 * same content.
 */
const markFirsts = `(known) => {
  const free = new Set(${JSON.stringify(free)})
  const seen = new Set(known)
  const fresh = []
  const hash = (text) => {
    let sum = 2166136261
    for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16777619)
    return (sum >>> 0).toString(36) + text.length
  }
  const hasText = (node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim())
  const own = new Map()
  const describe = (node) => {
    const attributes = [...node.attributes].map(({ name, value }) => free.has(name) ? name : name + '=' + value)
    return [node.localName, hasText(node), node.checked, node.disabled, ...attributes.sort()].join(' ')
  }
  for (const node of document.querySelectorAll('*')) {
    node.removeAttribute('${isFirstMark}')
    own.set(node, describe(node))
  }
  const look = (node, around) => {
    const { children = [] } = node.parentElement ?? {}
    const place = [node === children[0], node === children[children.length - 1]]
    const path = hash([around, own.get(node), ...place].join(' '))
    const isPressed = node.matches('a, button, input, summary, [tabindex]')
    const within = isPressed ? [...node.querySelectorAll('*')].map((one) => own.get(one)) : []
    const like = hash([path, ...within].join(' '))
    const isFirst = (isPressed || hasText(node)) && !seen.has(like)
    node.toggleAttribute('${isFirstMark}', isFirst)
    if (isFirst) {
      seen.add(like)
      fresh.push(like)
    }
    for (const child of node.children) look(child, path)
  }
  look(document.documentElement, '')
  return fresh
}`

/** Marks what is drawn like nothing before it, on this page or any other. */
export function createFirsts(): { mark(page: Page): Promise<void> } {
  const known = new Set<string>()
  return {
    async mark(page) {
      const fresh = await page.evaluate<readonly string[]>(`(${markFirsts})(${JSON.stringify([...known])})`)
      for (const one of fresh) known.add(one)
    },
  }
}

import { Unreadable } from './unreadable.ts'

/** As much of the parser's nodes as is looked at. */
export interface XmlElement {
  readonly nodeType: number
  readonly namespaceURI: string | null
  readonly localName: string
  readonly childNodes: ArrayLike<XmlNode>
  readonly attributes: ArrayLike<XmlAttribute>
  getAttribute(name: string): string
  hasAttribute(name: string): boolean
}

export interface XmlAttribute {
  readonly localName: string | null
  readonly value: string
}

export interface XmlNode {
  readonly nodeType: number
  readonly data?: string
}

export interface XmlDocument {
  readonly documentElement: XmlElement | null
}

const [elementNode, textNode, commentNode] = [1, 3, 8]

const isElement = (node: XmlNode): node is XmlElement => node.nodeType === elementNode

/** The elements directly inside one, beside which no text may be, but comments. */
export function childrenOf(parent: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = []
  for (const node of Array.from(parent.childNodes)) {
    if (isElement(node)) found.push(node)
    else if (node.nodeType !== commentNode && (node.nodeType !== textNode || /\S/.test(node.data ?? '')))
      throw new Unreadable(`There is something between the elements of ${parent.localName}.`)
  }
  return found
}

export const isNamed = (element: XmlElement, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name

/** Those of a name, directly inside an element. */
export const childrenNamed = (parent: XmlElement, namespace: string, name: string): readonly XmlElement[] =>
  childrenOf(parent).filter((child) => isNamed(child, namespace, name))

/** The only one of its name; undefined if there is none. */
export function childNamed(parent: XmlElement, namespace: string, name: string): XmlElement | undefined {
  const [first, ...others] = childrenNamed(parent, namespace, name)
  if (others.length > 0) throw new Unreadable(`${parent.localName} has more than one ${name}.`)
  return first
}

export function requiredChild(parent: XmlElement, namespace: string, name: string): XmlElement {
  const found = childNamed(parent, namespace, name)
  if (!found) throw new Unreadable(`${parent.localName} has no ${name}.`)
  return found
}

/** The text of an element that contains nothing else. */
export function textOf(element: XmlElement): string {
  let text = ''
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeType !== textNode) throw new Unreadable(`${element.localName} contains more than text.`)
    text += node.data ?? ''
  }
  return text.trim()
}

/** An attribute without a namespace; undefined if it is missing. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.hasAttribute(name) ? element.getAttribute(name) : undefined

export function requiredAttribute(element: XmlElement, name: string): string {
  const value = attributeOf(element, name)
  if (value === undefined || value === '') throw new Unreadable(`${element.localName} has no ${name}.`)
  return value
}

/** Whether an element contains nothing but text. */
export const isText = ({ childNodes }: XmlElement): boolean =>
  Array.from(childNodes).every(({ nodeType }) => nodeType === textNode)

/** Every element, without recursion: however deep they are. */
export function* allElements(root: XmlElement): Generator<XmlElement> {
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    for (const node of Array.from(next.childNodes)) if (isElement(node)) waiting.push(node)
  }
}

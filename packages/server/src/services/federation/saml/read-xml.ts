import { allElements, type XmlElement } from './elements.ts'
import { requirePlain } from './plain-xml.ts'
import { Unreadable } from './unreadable.ts'

/** A response with some hundred groups has 100 kB. */
export const maxMessageLength = 256 * 1024
/** Metadata describes other protocols too. */
export const maxMetadataLength = 1024 * 1024
/** Each is visited many times until a signature is verified. One for each of thousands of groups is enough. */
const maxMessageParts = 8_000
const maxMetadataParts = 100_000

/** The root of a message, which names each of its parts differently. */
export async function readMessage(text: string): Promise<XmlElement> {
  requirePlain(text, {
    comments: 'between elements',
    maxLength: maxMessageLength,
    maxParts: maxMessageParts,
  })
  const root = await parse(text)
  refuseTwins(root)
  return root
}

/** The root of metadata, in which people leave comments. */
export async function readMetadataXml(text: string): Promise<XmlElement> {
  requirePlain(text, { comments: 'anywhere', maxLength: maxMetadataLength, maxParts: maxMetadataParts })
  return parse(text)
}

/** The parser repairs what is not well-formed and only warns; here that is an error. */
async function parse(text: string): Promise<XmlElement> {
  const { DOMParser } = await import('./xml-libraries.js')
  const refuse = (): never => {
    throw new Unreadable('The message is not well-formed XML.')
  }
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  const document = parsed(() => parser.parseFromString(text, 'text/xml'))
  return document?.documentElement ?? refuse()
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('The message is not well-formed XML.', { cause: error })
  }
}

/** A signature names what it covers by its id: two of the same would make that ambiguous. */
function refuseTwins(root: XmlElement): void {
  const seen = new Set<string>()
  for (const element of allElements(root))
    for (const { localName, value } of Array.from(element.attributes)) {
      if (localName?.toLowerCase() !== 'id') continue
      if (seen.has(value)) throw new Unreadable('Two elements have the same id.')
      seen.add(value)
    }
}

import { Unreadable } from './read-text.ts'

/** An alias repeats another part: without a limit a small file could grow to any size. */
const maxAliasCount = 100

/** The documents of a text, which begins at this line of its file: YAML, and so JSON as well. */
export async function documentsIn(text: string, line = 1): Promise<readonly unknown[]> {
  const { parseAllDocuments } = await import('yaml')
  const parsed = [...parseAllDocuments(text.replace(/^\uFEFF/, ''), { logLevel: 'silent' })]
  const documents = parsed.map((document) => {
    const [fault] = document.errors
    if (fault) throw new Unreadable(`it is not valid YAML: ${movedTo(line, firstLine(fault.message))}`)
    try {
      return document.toJS({ maxAliasCount }) as unknown
    } catch (error) {
      throw new Unreadable(`it is not valid YAML: ${firstLine(String(error))}`)
    }
  })
  return documents.filter((document) => document !== null && document !== undefined)
}

const movedTo = (line: number, message: string): string =>
  message.replace(/(?<=\bat line )\d+/, (number) => String(Number(number) + line - 1))

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/[:.]$/, '')

/**
 * Whether a file in a searched folder is meant for a catalog; other YAML is ignored. Blanks are [ \t], never
 * \s: a run of empty lines would be scanned again from each of them.
 */
export const looksLikeCatalog = (text: string): boolean =>
  /^(?:[ \t]*(?:\{[ \t]*)?"|)apiVersion"?[ \t]*:[ \t]*["']?[\w.-]*backstage\.io\//m.test(text)

/**
 * Whether a file in a searched folder has a Backstage kind with another apiVersion: it is reported as if the
 * file had been named.
 */
export const hasForeignApiVersion = (text: string): boolean =>
  !looksLikeCatalog(text) &&
  /^(?:[ \t]*(?:\{[ \t]*)?"|)apiVersion"?[ \t]*:/m.test(text) &&
  /^(?:[ \t]*(?:\{[ \t]*)?"|)kind"?[ \t]*:[ \t]*["']?(?:component|api|resource|system|domain|group|user|template|location)\b/im.test(
    text,
  )

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isOfBackstage = (document: unknown): boolean =>
  isObject(document) && /(?:^|\.)backstage\.io\//.test(String(document.apiVersion))

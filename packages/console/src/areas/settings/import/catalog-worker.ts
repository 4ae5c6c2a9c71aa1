import { parseAllDocuments } from 'yaml'

export interface CatalogFile {
  readonly name: string
  readonly text: string
}

export interface FoundEntity {
  readonly location: string
  readonly entity: Readonly<Record<string, unknown>>
}

export interface Found {
  readonly documents: readonly FoundEntity[]
  /** What could not be read, and why. */
  readonly failures: readonly string[]
  /** How many Locations point elsewhere. */
  readonly pointers: number
}

/** An alias repeats another part: without a limit a small file could grow to any size. */
const maxAliasCount = 100

/** In a worker, so that the page stays responsive while large files are parsed. */
addEventListener('message', ({ data }: MessageEvent<readonly CatalogFile[]>) => postMessage(entitiesIn(data)))

function entitiesIn(files: readonly CatalogFile[]): Found {
  const documents: FoundEntity[] = []
  const failures: string[] = []
  let pointers = 0
  for (const { name: location, text } of files) {
    try {
      for (const entity of documentsIn(text)) {
        if (!isObject(entity)) failures.push(`${location}: a document in it is not an object`)
        else if (String(entity.kind).toLowerCase() === 'location') pointers += 1
        else documents.push({ location, entity })
      }
    } catch (error) {
      failures.push(`${location}: ${String((error as Error).message).split('\n')[0]}`)
    }
  }
  return { documents, failures, pointers }
}

/** YAML, and so JSON as well; a list, as Backstage's own API answers with, has one in each entry. */
const documentsIn = (text: string): readonly unknown[] =>
  [...parseAllDocuments(text.replace(/^\uFEFF/, ''), { logLevel: 'silent' })].flatMap((document) => {
    const [fault] = document.errors
    if (fault) throw fault
    const value: unknown = document.toJS({ maxAliasCount })
    return value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
  })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

import { topLevelOf } from './top-level.ts'

export const specFormats = [
  'openapi-json',
  'openapi-yaml',
  'asyncapi-json',
  'asyncapi-yaml',
  'graphql',
  'proto',
  'text',
] as const

export type SpecFormat = (typeof specFormats)[number]

/** The format of a spec. Its text decides; the extension of its URL, if it has one, only if the text is inconclusive. */
export function specFormatOf(text: string, url?: string): SpecFormat {
  const steps = specFormatSteps(text, url)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same in steps: whoever shares a thread with others can pause between them. */
export function* specFormatSteps(text: string, url = ''): Generator<undefined, SpecFormat> {
  const spec = text.replace(BYTE_ORDER_MARK, '').trimStart()
  const json = yield* objectIn(spec)
  if (json) return formatOfJson(json)
  if (spec.startsWith('<')) return 'text' // a sign-in or error page in place of the file
  return formatOfText(spec) ?? formatOfExtension(url) ?? 'text'
}

/** The relevant members of a JSON document: a large one is not parsed for a few of them. */
function* objectIn(text: string): Generator<undefined, Readonly<Record<string, unknown>> | undefined> {
  if (!text.startsWith('{')) return undefined
  if (text.length > PARSED_CHARS) return yield* topLevelOf(text, IDENTIFYING_KEYS)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function formatOfJson(json: Readonly<Record<string, unknown>>): SpecFormat {
  if (isVersion(json.openapi, '3') || isVersion(json.swagger, '2')) return 'openapi-json'
  if (isVersion(json.asyncapi, '2') || isVersion(json.asyncapi, '3')) return 'asyncapi-json'
  return hasSchema(json) || hasSchema(json.data) ? 'graphql' : 'text'
}

function isVersion(value: unknown, major: string): boolean {
  return (typeof value === 'string' || typeof value === 'number') && String(value).split('.')[0] === major
}

/** The result of a GraphQL introspection query, alone or as the server answered it. */
function hasSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '__schema' in value
}

function formatOfText(spec: string): SpecFormat | undefined {
  const document = rootOf(spec)
  const start = document.slice(0, PREFIX_CHARS)
  return formatOfKeys(document) ?? contentHints.find(([pattern]) => pattern.test(start))?.[1]
}

/** Keys may be sorted, so that the decisive one comes last. */
function formatOfKeys(document: string): SpecFormat | undefined {
  for (const [, , key = '', major = ''] of document.matchAll(versionKey)) {
    if (major === '3' && key === 'openapi') return 'openapi-yaml'
    if (major === '2' && key === 'swagger') return 'openapi-yaml'
    if ((major === '2' || major === '3') && key === 'asyncapi') return 'asyncapi-yaml'
  }
  return undefined
}

/** A YAML document without what may precede it, and without its common indentation. */
function rootOf(spec: string): string {
  const document = spec.replace(beforeDocument, '')
  const indent = /^ +/.exec(document)?.[0]
  return indent ? document.replace(new RegExp(`^${indent}`, 'gm'), '') : document
}

/** Looks inside the path too, since git hosts serve `…/schema.graphql/raw`. */
function formatOfExtension(url: string): SpecFormat | undefined {
  const path = (URL.parse(url)?.pathname ?? url).toLowerCase()
  return extensionHints.find(([pattern]) => pattern.test(path))?.[1]
}

const BYTE_ORDER_MARK = /^\uFEFF/

/** Enough to get past licence headers. */
const PREFIX_CHARS = 256 * 1024

/** Larger JSON documents are scanned, not parsed. */
const PARSED_CHARS = 1024 * 1024

const IDENTIFYING_KEYS: ReadonlySet<string> = new Set(['openapi', 'swagger', 'asyncapi', '__schema', 'data'])

/** A version at the beginning of a line, possibly with a tag that marks it as text. */
const versionKey = /^(["']?)(openapi|swagger|asyncapi)\1[ \t]*:[ \t]*(?:!!str[ \t]+)?["']?(\d+)\b/gm

/** Empty lines, comments, directives and document start markers; each step consumes a line or a marker. */
const beforeDocument = /^(?:[ \t]*(?:#[^\n]*)?\r?\n|%[^\n]*\n|---(?:[ \t]+|(?=\r?\n)))+/

/**
 * In order: proto and GraphQL share `enum X {`, so proto goes first. Blanks are [ \t], never \s: a run of
 * newlines would make a line-anchored pattern quadratic.
 */
const contentHints: readonly (readonly [RegExp, SpecFormat])[] = [
  [/^\{\s*(["']?)(?:openapi\1\s*:\s*["']?3|swagger\1\s*:\s*["']?2)\b/, 'openapi-yaml'],
  [/^\{\s*(["']?)asyncapi\1\s*:\s*["']?[23]\b/, 'asyncapi-yaml'],
  [/^[ \t]*syntax[ \t]*=[ \t]*["']proto[23]["'][ \t]*;/m, 'proto'],
  [/^[ \t]*edition[ \t]*=[ \t]*["']20\d\d["'][ \t]*;/m, 'proto'],
  [/^import[ \t]+(?:public[ \t]+|weak[ \t]+)?["'][^"'\n]+\.proto["'][ \t]*;/m, 'proto'],
  [/^message[ \t]+[A-Za-z_]\w*[ \t]*\{/m, 'proto'],
  [/^(?:extend[ \t]+)?(?:type|interface)[ \t]+[A-Za-z_]\w*[ \t]*(?:[{@#]|implements\b|\r?\n\{)/m, 'graphql'],
  [/^(?:extend[ \t]+)?(?:input|enum)[ \t]+[A-Za-z_]\w*[ \t]*(?:[{@#]|\r?\n\{)/m, 'graphql'],
  [/^(?:extend[ \t]+)?union[ \t]+[A-Za-z_]\w*[ \t]*(?:[@=#]|\r?\n[ \t]*[=|])/m, 'graphql'],
  [/^(?:extend[ \t]+)?scalar[ \t]+[A-Za-z_]\w*[ \t]*(?:[@#]|\r?$)/m, 'graphql'],
  [/^(?:extend[ \t]+)?schema[ \t]*(?:[{@]|\r?\n\{)/m, 'graphql'],
  [/^directive[ \t]+@\w+/m, 'graphql'],
]

const extensionHints: readonly (readonly [RegExp, SpecFormat])[] = [
  [/\.(?:graphqls?|gql)(?:\/|$)/, 'graphql'],
  [/\.proto(?:\/|$)/, 'proto'],
]

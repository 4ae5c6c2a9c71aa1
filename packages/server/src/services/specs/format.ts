export type SpecFormat =
  | 'openapi-json'
  | 'openapi-yaml'
  | 'asyncapi-json'
  | 'asyncapi-yaml'
  | 'graphql'
  | 'proto'
  | 'text'

/** What a spec is written in. The text decides; the extension of its URL is asked only when it is silent. */
export function specFormatOf(text: string, url: string): SpecFormat {
  const spec = text.replace(BYTE_ORDER_MARK, '').trimStart()
  const json = parseObject(spec)
  if (json) return formatOfJson(json)
  if (spec.startsWith('<')) return 'text' // a sign-in or error page in place of the file
  return formatOfText(spec.slice(0, PREFIX_CHARS)) ?? formatOfExtension(url) ?? 'text'
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith('{')) return undefined
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

function formatOfText(prefix: string): SpecFormat | undefined {
  return contentHints.find(([pattern]) => pattern.test(prefix))?.[1]
}

/** Looks inside the path too, since git hosts serve `…/schema.graphql/raw`. */
function formatOfExtension(url: string): SpecFormat | undefined {
  const path = (URL.parse(url)?.pathname ?? url).toLowerCase()
  return extensionHints.find(([pattern]) => pattern.test(path))?.[1]
}

const BYTE_ORDER_MARK = /^\uFEFF/

/** Enough to get past sorted keys and licence headers. */
const PREFIX_CHARS = 256 * 1024

/**
 * In order: proto and GraphQL share `enum X {`, so proto goes first. Blanks are [ \t], never \s: a run of
 * newlines would make a line-anchored pattern quadratic.
 */
const contentHints: readonly (readonly [RegExp, SpecFormat])[] = [
  [/^(["']?)openapi\1[ \t]*:[ \t]*["']?3\b/m, 'openapi-yaml'],
  [/^(["']?)swagger\1[ \t]*:[ \t]*["']?2\b/m, 'openapi-yaml'],
  [/^(["']?)asyncapi\1[ \t]*:[ \t]*["']?[23]\b/m, 'asyncapi-yaml'],
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

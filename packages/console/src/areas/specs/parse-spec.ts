import { asObject, type Given } from './given.ts'

export type Parsed = { readonly document: Given } | { readonly wrong: string }

/** What a page reads without standing still; YAML takes several times as long as JSON. */
const maxParsed = { json: 4_000_000, yaml: 1_000_000 }

/** A spec as a document, or in one sentence why it is none. */
export async function parseSpec(text: string, format: string): Promise<Parsed> {
  if (text.length > (format.endsWith('yaml') ? maxParsed.yaml : maxParsed.json))
    return { wrong: 'It is too large to be shown as a reference; here it is as it was written.' }
  const parsed = format.endsWith('yaml') ? await fromYaml(text) : fromJson(text)
  if ('wrong' in parsed) return parsed
  const document = asObject(parsed.value)
  return Object.keys(document).length > 0
    ? { document }
    : { wrong: 'A specification is an object with fields; this is not one.' }
}

type Value = { readonly value: unknown } | { readonly wrong: string }

function fromJson(text: string): Value {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { wrong: `It is not valid JSON: ${messageOf(error)}` }
  }
}

async function fromYaml(text: string): Promise<Value> {
  const { parseDocument } = await import('yaml')
  try {
    const document = parseDocument(text, { prettyErrors: true })
    const [first] = document.errors
    // It says the line, too.
    if (first)
      return { wrong: `It is not valid YAML: ${first.message.split('\n', 1)[0]?.replace(/:$/, '.')}` }
    // Aliases that multiply are refused before they fill the memory.
    return { value: document.toJS({ maxAliasCount: 100 }) }
  } catch (error) {
    return { wrong: `It is not valid YAML: ${messageOf(error)}` }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

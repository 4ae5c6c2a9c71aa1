import { asObject, type Untyped } from './untyped.ts'

export type Parsed = { readonly document: Untyped } | { readonly wrong: string }

/** How much a page can parse without freezing; YAML takes several times as long as JSON. */
const maxParsed = { json: 4_000_000, yaml: 1_000_000 }

/** The parsed spec, or one sentence that says why it cannot be parsed. */
export async function parseSpec(text: string, format: string): Promise<Parsed> {
  if (text.length > (format.endsWith('yaml') ? maxParsed.yaml : maxParsed.json))
    return {
      wrong: 'This specification is too large to be shown as a reference; its source is shown instead.',
    }
  const parsed = format.endsWith('yaml') ? await fromYaml(text) : fromJson(text)
  if ('wrong' in parsed) return parsed
  const document = asObject(parsed.value)
  return Object.keys(document).length > 0
    ? { document }
    : { wrong: 'This is not a specification: it has to be an object.' }
}

type Value = { readonly value: unknown } | { readonly wrong: string }

function fromJson(text: string): Value {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { wrong: `This is not valid JSON: ${messageOf(error)}` }
  }
}

async function fromYaml(text: string): Promise<Value> {
  const { parseDocument } = await import('yaml')
  try {
    const document = parseDocument(text, { prettyErrors: true })
    const [first] = document.errors
    // The message includes the line.
    if (first)
      return { wrong: `This is not valid YAML: ${first.message.split('\n', 1)[0]?.replace(/:$/, '.')}` }
    // Aliases that expand exponentially are refused before they fill the memory.
    return { value: document.toJS({ maxAliasCount: 100 }) }
  } catch (error) {
    return { wrong: `This is not valid YAML: ${messageOf(error)}` }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

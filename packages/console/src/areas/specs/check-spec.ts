import { maxKeptSpecBytes, type SpecFormat, specFormatOf } from '@svc/model'
import { parseSpec } from './parse-spec.ts'
import { asObject, asText, type Untyped } from './untyped.ts'

/** What is known of a text before it is kept. */
export interface CheckedSpec {
  readonly text: string
  readonly format: SpecFormat
  readonly bytes: number
  /** Its title and version, where it says them. */
  readonly title: string | null
  /** Why it cannot be kept. */
  readonly refused: string | null
  /** Why it would not be shown as a reference. */
  readonly wrong: string | null
}

export const maxInWords = `${maxKeptSpecBytes / 1024 ** 2} MB`

export async function checkSpec(text: string): Promise<CheckedSpec> {
  const bytes = new TextEncoder().encode(text).length
  const format = specFormatOf(text)
  const base = { text, format, bytes, title: null, wrong: null }
  const refused = refusalOf(text, bytes)
  if (refused) return { ...base, refused }
  if (!/^(openapi|asyncapi)-/.test(format)) return { ...base, refused: null, wrong: wrongIn(text, format) }
  const parsed = await parseSpec(text, format)
  return 'wrong' in parsed
    ? { ...base, refused: null, wrong: jsonFault(text) ?? parsed.wrong }
    : { ...base, refused: null, title: titleIn(parsed.document) }
}

function refusalOf(text: string, bytes: number): string | null {
  if (text.trim() === '') return 'It is empty.'
  if (bytes > maxKeptSpecBytes)
    return `It has ${(bytes / 1024 ** 2).toFixed(1)} MB; up to ${maxInWords} can be kept here. Publish it and set the spec URL instead.`
  if (text.includes('\0') || !text.isWellFormed()) return 'It has characters that are no text.'
  return null
}

function wrongIn(text: string, format: SpecFormat): string | null {
  if (format !== 'text') return null
  return jsonFault(text) ?? 'This is no OpenAPI, AsyncAPI, GraphQL or proto that svc recognises.'
}

/** What begins like JSON was meant to be: with a mistake in it, it can pass for YAML. */
function jsonFault(text: string): string | null {
  if (!/^\s*\{\s*"/.test(text)) return null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`
  }
}

function titleIn(document: Untyped): string | null {
  const { title, version } = asObject(document.info)
  const said = [asText(title), asText(version)].filter((one) => one !== '')
  return said.length > 0 ? said.join(' ') : null
}

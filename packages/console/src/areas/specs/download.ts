import { saveFile } from '../../api/save-file.ts'

const endings: Readonly<Record<string, string>> = {
  'openapi-json': 'openapi.json',
  'openapi-yaml': 'openapi.yaml',
  'asyncapi-json': 'asyncapi.json',
  'asyncapi-yaml': 'asyncapi.yaml',
  graphql: 'graphql',
  proto: 'proto',
}

/** Saves a specification as a file that says what it is of. */
export function download(name: string, { text, format }: { readonly text: string; readonly format: string }) {
  const of = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${of}.${endings[format] ?? 'txt'}`)
}

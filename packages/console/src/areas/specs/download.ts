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
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.${endings[format] ?? 'txt'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

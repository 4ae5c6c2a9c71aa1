import assert from 'node:assert/strict'
import type { Run } from './tofu/workspace.ts'

interface Diagnostic {
  readonly severity: 'error' | 'warning'
  readonly summary: string
  readonly detail: string
  readonly range?: { readonly filename: string; readonly start: { readonly line: number } }
}

const mark = ' #! '

/**
 * Compares the errors that a command with `-json` prints with the configuration: a line that ends in `#! …` must have
 * an error with this text, or several separated by `|`, and no other line may have one.
 */
export function assertComplaints({ json, stderr }: Run, configuration: string): void {
  assert.ok(json, stderr)
  const expected = expectedOf(configuration)
  const found = diagnosticsIn(json)
    .filter(({ severity }) => severity === 'error')
    .map(({ summary, detail, range }) => {
      const text = `${summary}: ${detail}`.replace(/\s+/g, ' ')
      const line = range?.start.line ?? 0
      const fitting = expected.find((one) => one.line === line && text.includes(one.words))
      return { line, words: fitting?.words ?? text }
    })
  assert.deepEqual(found.map(spelled).toSorted(), expected.map(spelled).toSorted())
}

interface Complaint {
  readonly line: number
  readonly words: string
}

const expectedOf = (configuration: string): readonly Complaint[] =>
  configuration.split('\n').flatMap((text, index) => {
    const [, words] = text.split(mark)
    return words?.split(' | ').map((some) => ({ line: index + 1, words: some })) ?? []
  })

const spelled = ({ line, words }: Complaint): string => `line ${line}: ${words}`

/** `validate` prints one document, other commands a message for each diagnostic. */
function diagnosticsIn(json: unknown): readonly Diagnostic[] {
  if (!Array.isArray(json)) return (json as { readonly diagnostics: readonly Diagnostic[] }).diagnostics
  const messages = json as readonly { readonly diagnostic?: Diagnostic }[]
  return messages.flatMap(({ diagnostic }) => diagnostic ?? [])
}

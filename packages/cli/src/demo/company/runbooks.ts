import { readdirSync, readFileSync } from 'node:fs'

export interface Runbook {
  readonly key: string
  readonly title: string
  readonly type: string
  readonly apps: readonly string[]
  readonly severities: readonly string[]
  readonly tags: readonly string[]
  readonly isPinned: boolean
  readonly role: string
  readonly body: string
}

const folder = new URL('../runbooks/', import.meta.url)

/** Markdown files, each with a few lines about itself above the first empty line. */
export const readRunbooks = (): readonly Runbook[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => toRunbook(file.slice(0, -'.md'.length), readFileSync(new URL(file, folder), 'utf8')))

function toRunbook(key: string, text: string): Runbook {
  const end = text.indexOf('\n\n')
  const about = new Map(
    text
      .slice(0, end)
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  )
  const list = (name: string) => about.get(name)?.split(', ') ?? []
  return {
    key,
    title: about.get('title') ?? key,
    type: about.get('type') ?? 'operations',
    apps: list('apps'),
    severities: list('severities'),
    tags: list('tags'),
    isPinned: about.get('pinned') === 'yes',
    role: about.get('role') ?? 'viewer',
    body: text.slice(end + 2),
  }
}

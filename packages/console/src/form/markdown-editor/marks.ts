/** A button of the toolbar, and what it does to the selected text. */
export interface Mark {
  readonly id: string
  readonly label: string
  /** With Ctrl or ⌘. */
  readonly key?: string
  apply(selected: string): string
}

const around =
  (sign: string, example: string) =>
  (selected: string): string =>
    `${sign}${selected || example}${sign}`

const eachLine =
  (prefix: (index: number) => string) =>
  (selected: string): string =>
    (selected || 'Step')
      .split('\n')
      .map((line, index) => `${prefix(index)}${line}`)
      .join('\n')

export const marks: readonly Mark[] = [
  { id: 'heading', label: 'Heading', apply: (selected) => `## ${selected || 'Heading'}` },
  { id: 'bold', label: 'Bold', key: 'b', apply: around('**', 'bold') },
  { id: 'italic', label: 'Italic', key: 'i', apply: around('_', 'italic') },
  { id: 'link', label: 'Link', apply: (selected) => `[${selected || 'text'}](https://)` },
  {
    id: 'code',
    label: 'Code',
    key: 'e',
    apply: (selected) =>
      selected.includes('\n') ? `\`\`\`\n${selected}\n\`\`\`` : around('`', 'command')(selected),
  },
  { id: 'steps', label: 'Steps', apply: eachLine((index) => `${index + 1}. `) },
  { id: 'list', label: 'List', apply: eachLine(() => '- ') },
  { id: 'tasks', label: 'Checklist', apply: eachLine(() => '- [ ] ') },
]

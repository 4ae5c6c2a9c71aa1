/** What a button of the toolbar does to the chosen part of a text. */
export interface Mark {
  readonly id: string
  readonly label: string
  /** With Ctrl or ⌘. */
  readonly key?: string
  apply(chosen: string): string
}

const around =
  (sign: string, example: string) =>
  (chosen: string): string =>
    `${sign}${chosen || example}${sign}`

const eachLine =
  (prefix: (index: number) => string) =>
  (chosen: string): string =>
    (chosen || 'Step')
      .split('\n')
      .map((line, index) => `${prefix(index)}${line}`)
      .join('\n')

export const marks: readonly Mark[] = [
  { id: 'heading', label: 'Heading', apply: (chosen) => `## ${chosen || 'Heading'}` },
  { id: 'bold', label: 'Bold', key: 'b', apply: around('**', 'bold') },
  { id: 'italic', label: 'Italic', key: 'i', apply: around('_', 'italic') },
  { id: 'link', label: 'Link', apply: (chosen) => `[${chosen || 'text'}](https://)` },
  {
    id: 'code',
    label: 'Code',
    key: 'e',
    apply: (chosen) => (chosen.includes('\n') ? `\`\`\`\n${chosen}\n\`\`\`` : around('`', 'command')(chosen)),
  },
  { id: 'steps', label: 'Steps', apply: eachLine((index) => `${index + 1}. `) },
  { id: 'list', label: 'List', apply: eachLine(() => '- ') },
  { id: 'tasks', label: 'Checklist', apply: eachLine(() => '- [ ] ') },
]

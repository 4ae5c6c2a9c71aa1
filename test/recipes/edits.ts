/** What somebody who follows a recipe does to one file, which is undefined where there is none yet. */
export type Edit = (before: string | undefined) => string

export type Recipe = Readonly<Record<string, Edit>>

export const write =
  (text: string): Edit =>
  () =>
    text

/** Puts something in place of a text that must be there exactly once. */
export const replaced =
  (found: string, next: string): Edit =>
  (text = '') => {
    const parts = text.split(found)
    if (parts.length !== 2) throw new Error(`${JSON.stringify(found)} is there ${parts.length - 1} times.`)
    return parts.join(next)
  }

export const before = (anchor: string, lines: string): Edit => replaced(anchor, `${lines}${anchor}`)

export const after = (anchor: string, lines: string): Edit => replaced(anchor, `${anchor}${lines}`)

export const inOrder =
  (...edits: readonly Edit[]): Edit =>
  (text) =>
    edits.reduce<string | undefined>((now, edit) => edit(now), text) ?? ''

/** An import, and a line at the end of the last list or table. */
export const registered = (statement: string, entry: string, ending: string): Edit =>
  inOrder(
    (text = '') => `${statement}\n${text}`,
    (text = '') => {
      const at = text.lastIndexOf(ending)
      if (at < 0) throw new Error(`There is no ${JSON.stringify(ending)}.`)
      return `${text.slice(0, at)}\n  ${entry},${text.slice(at)}`
    },
  )

export const changelog = (line: string): Edit => after('## Unreleased\n\n', `- ${line}\n`)

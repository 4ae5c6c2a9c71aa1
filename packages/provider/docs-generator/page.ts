export interface Page {
  readonly title: string
  /** The heading that registries list it under. */
  readonly subcategory: string
  readonly description: string
  /** Paragraphs, tables and sections, in order. */
  readonly parts: readonly string[]
}

export const pageText = ({ title, subcategory, description, parts }: Page): string =>
  `---
page_title: ${JSON.stringify(title)}
subcategory: ${JSON.stringify(subcategory)}
description: |-
  ${description}
---

${parts.filter((part) => part !== '').join('\n\n')}
`

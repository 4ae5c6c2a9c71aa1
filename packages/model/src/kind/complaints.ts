import { wordsOf } from './patterns.ts'

type Params = Readonly<Record<string, unknown>>

const withArticle = (type: unknown): string =>
  type === 'null' ? 'null' : `${/^[aio]/.test(String(type)) ? 'an' : 'a'} ${type}`

/** The message for a value that violates a keyword of its schema, completing "<field> …". */
export const complaints: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `must be ${[type].flat().map(withArticle).join(' or ')}`,
  enum: ({ allowedValues }) =>
    `must be one of ${(allowedValues as unknown[]).map((value) => value ?? 'null').join(', ')}`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  minimum: ({ limit }) => `must be ${limit} or more`,
  maximum: ({ limit }) => `must be ${limit} or less`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  minItems: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
  pattern: ({ pattern }) => wordsOf(String(pattern)),
  format: ({ format }) => `must be a ${format} such as 2026-11-15T12:00:00Z`,
  required: () => 'is required',
  additionalProperties: () => 'is not a field of this record',
  text: () => 'must be Unicode text without NUL or lone surrogates',
}

export const complain = (keyword: string, params: Params = {}): string =>
  complaints[keyword]?.(params) ?? `must satisfy ${keyword}`

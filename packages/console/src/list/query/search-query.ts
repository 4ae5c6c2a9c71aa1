import { maxQuery, maxSearch } from '@svc/model'
import { isPlainText } from './edited.ts'

/** What the search over everything is asked for a text: the words as they stand, or else a query. */
export const searchQueryOf = (text: string): { readonly q: string } | { readonly query: string } =>
  isPlainText(text) ? { q: text.slice(0, maxSearch) } : { query: text.slice(0, maxQuery) }

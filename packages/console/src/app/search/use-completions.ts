import { kinds } from '@svc/model'
import { ListFilter } from 'lucide-react'
import { listedKinds } from '../../api/listed-kinds.ts'
import { editedAt, withSuggestion } from '../../list/query/edited.ts'
import { useSuggestions } from '../../list/query/use-suggestions.ts'
import type { Entry } from './commands.ts'

export interface Completions {
  readonly entries: readonly Entry[]
  /** Whether a value is being typed, which is then meant before anything that is found. */
  readonly isValue: boolean
}

/** What could follow in a query over all kinds: of the first kind that has the key, or of projects. */
export function useCompletions(typed: string, setTyped: (text: string) => void): Completions {
  const end = typed.length
  const isValueOf = (kind: (typeof listedKinds)[number]) => editedAt(kind, typed, end)?.is === 'value'
  const kind = listedKinds.find(isValueOf) ?? kinds.project
  const edited = editedAt(kind, typed, end)
  const isWanted = edited !== undefined && (edited.is === 'value' || edited.typed.length > 1)
  const suggestions = useSuggestions(kind, isWanted ? edited : undefined)
  return {
    isValue: edited?.is === 'value',
    entries: suggestions.map(({ inserted, shown, detail }) => ({
      key: `complete ${inserted}`,
      label: shown,
      detail,
      icon: ListFilter,
      isStaying: true,
      run: () => edited && setTyped(withSuggestion(typed, edited, inserted).text),
    })),
  }
}

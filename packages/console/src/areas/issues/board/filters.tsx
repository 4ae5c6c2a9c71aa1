import { fieldLabel, filtersOf, inWords, kinds } from '@svc/model'
import { UserRound, X } from 'lucide-react'
import { useSession } from '../../../session/session.tsx'
import type { ListState } from '../../../list/use-list-state.ts'
import { RefPicker } from '../../../form/picker/ref-picker.tsx'
import { useSearchText } from '../../../form/picker/use-search-text.ts'
import { Button } from '../../../design/button.tsx'
import { Input } from '../../../design/field.tsx'
import { Select } from '../../../design/select.tsx'
import styles from './board.module.css'

/** The filters of the board; kept in the address bar. */
export function Filters({ state }: { readonly state: ListState }) {
  const { user } = useSession()
  const { appId = null, assignedToUid = null } = state.filters
  const [typed, setTyped] = useSearchText(state.q, (words) => state.set({ q: words || null }))
  const isMine = assignedToUid === user.id
  return (
    <div className={styles.filters}>
      <Input
        type="search"
        aria-label="Search issues"
        placeholder="Search…"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <RefPicker
        kind={kinds.project}
        value={appId}
        aria-label="Project"
        placeholder="Any project"
        onChange={(id) => state.set({ appId: id })}
      />
      {(['severity', 'issueType'] as const).map((name) => (
        <Select
          key={name}
          aria-label={fieldLabel(kinds.issue, name)}
          value={state.filters[name] ?? ''}
          options={[
            { value: '', label: `Any ${fieldLabel(kinds.issue, name).toLowerCase()}` },
            ...(filtersOf(kinds.issue)[name]?.enum ?? []).map((one) => ({
              value: String(one),
              label: inWords(String(one)),
            })),
          ]}
          onChange={(next) => state.set({ [name]: next || null })}
        />
      ))}
      <RefPicker
        kind={kinds.user}
        value={assignedToUid}
        aria-label="Assignee"
        placeholder="Anyone"
        onChange={(id) => state.set({ assignedToUid: id })}
      />
      <Button aria-pressed={isMine} onClick={() => state.set({ assignedToUid: isMine ? null : user.id })}>
        <UserRound aria-hidden />
        Mine
      </Button>
      {state.isNarrowed && (
        <Button look="quiet" onClick={state.clear}>
          <X aria-hidden />
          Clear
        </Button>
      )}
    </div>
  )
}

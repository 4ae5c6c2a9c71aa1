import type { GroupMappingPreview } from '@svc/model'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { said } from '../../../design/trouble.ts'
import { useSettled } from '../../../form/picker/use-settled.ts'
import { peopleInWords } from './effects.ts'
import { EffectsList } from './effects-list.tsx'
import { bodyOf, isComplete, type MappingBody, type MappingDraft } from './mapping.ts'
import styles from './mappings.module.css'
import { usePreview } from './use-preview.ts'

interface PreviewPanelProps {
  readonly draft: MappingDraft
  /** The mapping that is being changed. */
  readonly replaces: string | undefined
}

const typingMs = 400

/** What saving would change, kept up to date while the form changes. */
export function PreviewPanel({ draft, replaces }: PreviewPanelProps) {
  // A text, since a new object each time would never settle.
  const settled = useSettled(JSON.stringify(isComplete(draft) ? bodyOf(draft) : null), typingMs)
  const body = JSON.parse(settled) as MappingBody | null
  const found = usePreview(body ?? undefined, replaces)
  return (
    <section
      className={styles.preview}
      aria-label="What would change"
      aria-live="polite"
      aria-busy={found.isFetching}
    >
      <h3>What would change</h3>
      {body === null ? (
        <p className={parts.soft}>
          Choose a source, a group, and a team or a role to see who would be affected.
        </p>
      ) : found.error ? (
        <Note tone="warn">There is no preview: {said(found.error)}</Note>
      ) : found.data ? (
        <Preview preview={found.data} />
      ) : (
        <p className={parts.soft}>Working it out…</p>
      )}
    </section>
  )
}

function Preview({ preview }: { readonly preview: GroupMappingPreview }) {
  const { members, joins, leaves, roles, heldBack } = preview
  const isUnchanged = [joins, leaves, roles, heldBack].every(({ length }) => length === 0)
  return (
    <>
      {members === 0 ? (
        <Note tone="info">
          svc knows of nobody in this group yet. That does not mean that it is empty: svc learns who is in it
          when people sign in or the directory sends it. Check that the group is written as it is there.
        </Note>
      ) : (
        <p>
          {peopleInWords(members)} {members === 1 ? 'is' : 'are'} known to be in this group
          {isUnchanged ? '. Nothing changes for them.' : ':'}
        </p>
      )}
      <EffectsList preview={preview} />
    </>
  )
}

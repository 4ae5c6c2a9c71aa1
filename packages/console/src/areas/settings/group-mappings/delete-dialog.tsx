import { kinds } from '@svc/model'
import { useDelete } from '../../../api/records.ts'
import { classes } from '../../../design/classes.ts'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import parts from '../../../design/parts.module.css'
import { said } from '../../../design/trouble.ts'
import { effectsOf } from './effects.ts'
import { EffectsList } from './effects-list.tsx'
import type { GroupMapping } from './mapping.ts'
import styles from './mappings.module.css'
import { useDeletionPreview } from './use-preview.ts'

/** Asks before a mapping is deleted, and says who loses what. */
export function DeleteDialog({ mapping, onClose }: { readonly mapping: GroupMapping; onClose(): void }) {
  const remove = useDelete(kinds.groupMapping)
  return (
    <ConfirmDialog
      isOpen
      title={`Delete the mapping of ${mapping.group}?`}
      verb="Delete"
      onClose={onClose}
      onConfirm={() => remove.mutateAsync(mapping.id)}
      more={<Losses mapping={mapping} />}
    >
      What this mapping gave is taken away at once, and nothing else. Anyone who was in the team before stays
      in it, and anyone with a role of their own keeps it.
    </ConfirmDialog>
  )
}

function Losses({ mapping }: { readonly mapping: GroupMapping }) {
  const { data: preview, error } = useDeletionPreview(mapping)
  if (error) return <p className={parts.faint}>The effects cannot be shown: {said(error)}</p>
  if (!preview) return <p className={parts.faint}>Working out the effects…</p>
  return (
    <section className={classes(styles.preview, styles.losses)} aria-label="What would change">
      {effectsOf(preview).length === 0 ? <p>Nobody loses anything.</p> : <EffectsList preview={preview} />}
    </section>
  )
}

import { kinds, type Role, roleReaches } from '@svc/model'
import { useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Skeleton } from '../../../design/skeleton.tsx'
import { tell } from '../../../design/toast.tsx'
import { useForm } from '../../../design/use-form.ts'
import { Checks } from '../../../design/checks.tsx'
import { FormDialog } from '../../../design/form-dialog.tsx'
import { ShowMore } from '../../../design/show-more.tsx'
import { useAction } from '../../../api/use-call.ts'
import { faultUnder } from '../../../form/fault-under.ts'
import { SettingsPreview } from './settings-preview.tsx'
import { useSettingsPreview } from './use-settings-preview.ts'

interface BreakGlassDialogProps {
  /** How many have it now. */
  readonly count: number
  onClose(): void
}

/** Those chosen replace the current ones, who cannot be shown. */
export function BreakGlassDialog({ count, onClose }: BreakGlassDialogProps) {
  const found = useRecords(kinds.user)
  const update = useAction(kinds.ssoSettings, 'updateSsoSettings')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const members = (found.data?.pages ?? []).flatMap(({ items }) => items)
  const preview = useSettingsPreview({ breakGlassUids: chosen })
  const form = useForm(async () => {
    await update.mutateAsync({ body: { breakGlassUids: chosen } })
    tell('Break-glass access saved')
    onClose()
  })
  return (
    <FormDialog
      title="Break-glass members"
      lead="Choose everyone who should have access. Your choice replaces the current one, which is never shown. SSO can be required only if at least two of them are admins or owners."
      form={form}
      verb={chosen.length === 0 ? 'Remove all break-glass access' : `Give access to ${chosen.length}`}
      isHeldUp={preview.isHeldUp || (chosen.length === 0 && count === 0)}
      onClose={onClose}
    >
      {found.isPending && <Skeleton />}
      <Checks
        label="Members"
        choices={members
          .filter(({ isActive }) => isActive)
          // Others can sign in, but could not repair anything.
          .toSorted((a, b) => Number(canRepair(b)) - Number(canRepair(a)))
          .map(({ id, displayName, email, role }) => ({
            value: id,
            label: displayName ?? email ?? id,
            about: [email, role].filter(Boolean).join(', '),
          }))}
        value={chosen}
        error={faultUnder(form.faults, 'breakGlassUids')}
        onChange={setChosen}
      />
      <ShowMore pages={found} />
      <SettingsPreview preview={preview} />
    </FormDialog>
  )
}

const canRepair = ({ role }: { readonly role: Role | null }): boolean =>
  role !== null && roleReaches(role, 'admin')

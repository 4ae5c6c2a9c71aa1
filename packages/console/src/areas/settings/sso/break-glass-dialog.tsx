import { kinds } from '@svc/model'
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

/** Those chosen replace the current ones, who cannot be shown. */
export function BreakGlassDialog({ onClose }: { onClose(): void }) {
  const found = useRecords(kinds.user)
  const update = useAction(kinds.ssoSettings, 'updateSsoSettings')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const members = (found.data?.pages ?? []).flatMap(({ items }) => items)
  const preview = useSettingsPreview({ breakGlassUids: chosen })
  const form = useForm(async () => {
    await update.mutateAsync({ body: { breakGlassUids: chosen } })
    tell('Break-glass access set')
    onClose()
  })
  return (
    <FormDialog
      title="Break-glass members"
      lead="Two or more, or none. They replace the current ones."
      form={form}
      verb={chosen.length === 0 ? 'Remove everyone’s access' : `Give access to ${chosen.length}`}
      isHeldUp={preview.isHeldUp}
      onClose={onClose}
    >
      {found.isPending && <Skeleton />}
      <Checks
        label="Members"
        choices={members
          .filter(({ isActive }) => isActive)
          .map(({ id, displayName, email }) => ({
            value: id,
            label: displayName ?? email ?? id,
            ...(email && { about: email }),
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

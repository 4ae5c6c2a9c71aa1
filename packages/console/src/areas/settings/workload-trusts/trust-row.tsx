import { kinds } from '@svc/model'
import { FileCode, Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDelete, useUpdate } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import parts from '../../../design/parts.module.css'
import { RowMenu } from '../../../design/row-menu.tsx'
import { Td } from '../../../design/table.tsx'
import { tell } from '../../../design/toast.tsx'
import { When } from '../../../words/when.tsx'
import { PipelineDialog } from './pipeline-dialog.tsx'
import type { Trust } from './trust.ts'
import { TrustDialog } from './trust-dialog.tsx'
import { issuerInWords, jobsInWords } from './trust-in-words.ts'
import styles from './trusts.module.css'

/** A rule, and what can be done with it. */
export function TrustRow({ trust }: { readonly trust: Trust }) {
  const { id, name, status, scopes, mode, lastUsedAt } = trust
  const update = useUpdate(kinds.workloadTrust, id)
  const remove = useDelete(kinds.workloadTrust)
  const [doing, setDoing] = useState<'edit' | 'file' | 'delete'>()
  const close = () => setDoing(undefined)
  const isEnabled = status === 'enabled'
  const turn = () =>
    update.mutate(
      { changes: { status: isEnabled ? 'disabled' : 'enabled' } },
      { onSuccess: () => tell(isEnabled ? 'Disabled: its tokens have ended' : 'Enabled', name) },
    )
  return (
    <tr>
      <Td>
        <div className={styles.name}>{name}</div>
        <div className={parts.faint}>{issuerInWords(trust)}</div>
      </Td>
      <Td name="Jobs">{jobsInWords(trust)}</Td>
      <Td name="Scopes">
        <span className={styles.scopes}>
          {scopes.map((scope) => (
            <Badge key={scope} word={scope} />
          ))}
          {mode === 'test' && <span className={parts.faint}>test data</span>}
        </span>
      </Td>
      <Td name="Last used">
        <When at={lastUsedAt} otherwise="never used" />
      </Td>
      <Td name="Status">
        <Badge word={status} />
      </Td>
      <Td>
        <RowMenu
          of={name}
          items={[
            { label: 'Show the pipeline file', icon: FileCode, onSelect: () => setDoing('file') },
            { label: 'Change', icon: Pencil, onSelect: () => setDoing('edit') },
            { label: isEnabled ? 'Disable' : 'Enable', icon: isEnabled ? PowerOff : Power, onSelect: turn },
            { label: 'Delete', icon: Trash2, isDangerous: true, onSelect: () => setDoing('delete') },
          ]}
        />
        {doing === 'file' && <PipelineDialog trust={trust} onClose={close} />}
        {doing === 'edit' && <TrustDialog trust={trust} onClose={close} onSaved={() => setDoing('file')} />}
        <ConfirmDialog
          isOpen={doing === 'delete'}
          title={`Delete ${name}?`}
          verb="Delete"
          onClose={close}
          onConfirm={() => remove.mutateAsync(id)}
        >
          Its pipelines will be refused, and the tokens that they hold stop working at once.
        </ConfirmDialog>
      </Td>
    </tr>
  )
}

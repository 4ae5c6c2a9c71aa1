import { kinds } from '@svc/model'
import { FilePen, Plus, RefreshCw, Trash2, Vault } from 'lucide-react'
import { useState } from 'react'
import type { VaultItem } from './vault-item.ts'
import { useDelete, useRecords } from '../../../api/records.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx'
import parts from '../../../design/parts.module.css'
import { RowMenu } from '../../../design/row-menu.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'
import { AddItemDialog } from './add-item-dialog.tsx'
import { EditItemDialog } from './edit-item-dialog.tsx'
import { ReplaceValueDialog } from './replace-value-dialog.tsx'
import { nameOfUse } from './uses-in-words.ts'
import styles from './vault.module.css'

interface Doing {
  readonly what: 'edit' | 'replace' | 'delete'
  readonly item: VaultItem
}

export function VaultPage() {
  const found = useRecords(kinds.secret)
  const remove = useDelete(kinds.secret)
  const [isAdding, setAdding] = useState(false)
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const items = found.data?.pages.flatMap((page) => page.items)
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add an item
    </Button>
  )
  return (
    <>
      <PageHead
        title="Vault"
        lead="Secrets that svc itself uses. A value is never shown again; records refer to it by its keyword."
        actions={add}
      />
      <Card isFlush>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton />}
        {items?.length === 0 && (
          <Empty icon={Vault} title="The vault is empty" actions={add}>
            Add the tokens that integrations, on-call providers and identity providers need.
          </Empty>
        )}
        {items && items.length > 0 && (
          <Table label="Vault items" columns={['Name', 'Keyword', 'Value', 'Used for', 'Changed', '']}>
            {items.map((item) => (
              <tr key={item.id}>
                <Td>
                  <div className={parts.row}>
                    <span className={styles.name}>{item.name}</span>
                    {item.deploymentOnly && <Badge word="deployments only" />}
                  </div>
                  {item.category && <div className={parts.faint}>{item.category}</div>}
                </Td>
                <Td name="Keyword">
                  <span className={parts.code}>{item.keyword ?? '–'}</span>
                </Td>
                <Td name="Value">
                  <ValueHint item={item} />
                </Td>
                <Td name="Used for">
                  <Uses of={item} />
                </Td>
                <Td name="Changed">
                  <When at={item.updatedAt ?? item.createdAt} />
                </Td>
                <Td>
                  <RowMenu
                    of={item.name}
                    items={[
                      {
                        label: 'Edit details',
                        icon: FilePen,
                        onSelect: () => setDoing({ what: 'edit', item }),
                      },
                      {
                        label: 'Replace the value',
                        icon: RefreshCw,
                        onSelect: () => setDoing({ what: 'replace', item }),
                      },
                      {
                        label: 'Delete',
                        icon: Trash2,
                        isDangerous: true,
                        onSelect: () => setDoing({ what: 'delete', item }),
                      },
                    ]}
                  />
                </Td>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      {isAdding && <AddItemDialog onClose={() => setAdding(false)} />}
      {doing?.what === 'edit' && <EditItemDialog item={doing.item} onClose={close} />}
      {doing?.what === 'replace' && <ReplaceValueDialog item={doing.item} onClose={close} />}
      <ConfirmDialog
        isOpen={doing?.what === 'delete'}
        title={`Delete ${doing?.item.name ?? ''}?`}
        verb="Delete"
        onClose={close}
        onConfirm={() => remove.mutateAsync(doing?.item.id ?? '')}
      >
        Its value is permanently deleted, and anything that refers to its keyword stops working.
      </ConfirmDialog>
    </>
  )
}

/** What the value may be used for, and where it may be sent. */
function Uses({ of: { uses } }: { readonly of: VaultItem }) {
  if (!uses || uses.length === 0) return <span className={parts.faint}>nothing yet</span>
  return uses.map(({ type, host }) => (
    <div key={`${type}@${host}`}>
      {nameOfUse(type)}
      {host !== null && <span className={parts.soft}> at {host}</span>}
    </div>
  ))
}

/** As much of a value as may be shown. */
function ValueHint({ item }: { readonly item: VaultItem }) {
  if (item.type === 'text') return <span className={parts.code}>{item.maskedPreview ?? '••••'}</span>
  return (
    <span className={parts.soft}>
      {item.fileName ?? item.type}
      {item.fileSize !== null && ` · ${item.fileSize.toLocaleString()} bytes`}
    </span>
  )
}

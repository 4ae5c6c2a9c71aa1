import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { RowMenu } from '../../../design/row-menu.tsx'
import { ShowMore } from '../../../design/show-more.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { When } from '../../../words/when.tsx'
import { useProviders } from '../identity-providers/providers-page.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { GroupMapping } from './mapping.ts'
import { MappingDialog } from './mapping-dialog.tsx'
import { MappingInWords } from './mapping-in-words.tsx'

type Doing = { readonly is: 'add' } | { readonly is: 'edit' | 'delete'; readonly mapping: GroupMapping }

/** What groups elsewhere give here. */
export function MappingsPage() {
  const found = useRecords(kinds.groupMapping)
  const { providers = [] } = useProviders()
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const mappings = found.data?.pages.flatMap(({ items }) => items)
  const add = (
    <Button look="primary" onClick={() => setDoing({ is: 'add' })}>
      <Plus aria-hidden />
      New mapping
    </Button>
  )
  return (
    <>
      <PageHead
        title="Group mappings"
        lead="Let groups in your identity provider or directory decide who is in which team and who has which role."
        actions={add}
      />
      <Card isFlush>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton rows={3} />}
        {mappings?.length === 0 && (
          <Empty icon={UsersRound} title="No group mappings yet" actions={add}>
            Teams and roles are managed by hand. Add a mapping to see whom it would affect before anything
            changes.{' '}
            <span className={parts.soft}>
              Groups come from an <Link to="/settings/identity-providers">identity provider</Link> or from a{' '}
              <Link to="/settings/scim">directory</Link>.
            </span>
          </Empty>
        )}
        {mappings && mappings.length > 0 && (
          <Table label="Group mappings" columns={['Mapping', 'Changed', '']}>
            {mappings.map((mapping) => (
              <tr key={mapping.id}>
                <Td>
                  <MappingInWords mapping={mapping} />
                </Td>
                <Td name="Changed">
                  <When at={mapping.updatedAt} />
                </Td>
                <Td>
                  <RowMenu
                    of={mapping.group}
                    items={[
                      { label: 'Change', icon: Pencil, onSelect: () => setDoing({ is: 'edit', mapping }) },
                      {
                        label: 'Delete',
                        icon: Trash2,
                        isDangerous: true,
                        onSelect: () => setDoing({ is: 'delete', mapping }),
                      },
                    ]}
                  />
                </Td>
              </tr>
            ))}
          </Table>
        )}
        <ShowMore pages={found} />
      </Card>
      {doing?.is === 'add' && <MappingDialog providers={providers} onClose={close} />}
      {doing?.is === 'edit' && (
        <MappingDialog providers={providers} mapping={doing.mapping} onClose={close} />
      )}
      {doing?.is === 'delete' && <DeleteDialog mapping={doing.mapping} onClose={close} />}
    </>
  )
}

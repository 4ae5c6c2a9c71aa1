import { useState } from 'react'
import { Button } from '../../../design/button.tsx'
import { Check } from '../../../design/checks.tsx'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { Table, Td } from '../../../design/table.tsx'
import { useName } from '../../../api/names.ts'
import { NextStep } from './next-step.tsx'
import styles from './sso.module.css'
import { needIn, warningInWords } from './settings-words.ts'
import type { Previewing, SettingsPreview as Preview } from './use-settings-preview.ts'

/** What changes that have not been saved yet would lead to; nothing, if they shut nobody out. */
export function SettingsPreview({ preview }: { readonly preview: Previewing }) {
  const { isAsked, found, isConfirmed, setConfirmed } = preview
  if (!isAsked) return null
  return (
    <section className={styles.preview} aria-label="What this would change">
      <h3>What this would change</h3>
      {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={2} />}
      {found.data && (
        <>
          <Warnings warnings={found.data.warnings} />
          {found.data.shutOut.length === 0 ? (
            <Note tone="info">Everyone who can sign in now still can.</Note>
          ) : (
            <>
              <Note tone="warn">{countOf(found.data.shutOut)} could no longer sign in.</Note>
              <ShutOut shutOut={found.data.shutOut} />
              <Check
                label={`Shut ${found.data.shutOut.length === 1 ? 'this member' : `these ${found.data.shutOut.length} members`} out`}
                about="They can get in again through a provider, or when you undo this."
                value={isConfirmed}
                onChange={setConfirmed}
              />
            </>
          )}
        </>
      )}
    </section>
  )
}

const countOf = ({ length }: Preview['shutOut']): string =>
  length === 1 ? 'One member' : `${length} members`

const Warnings = ({ warnings }: Pick<Preview, 'warnings'>) =>
  warnings.map((warning) => {
    const need = needIn(warning)
    return (
      <Note key={warning} tone="warn">
        {warningInWords(warning)}
        {need && (
          <>
            {' '}
            <NextStep need={need} />
          </>
        )}
      </Note>
    )
  })

const shownAtFirst = 20

function ShutOut({ shutOut }: Pick<Preview, 'shutOut'>) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? shutOut : shutOut.slice(0, shownAtFirst)
  return (
    <div className={styles.shutOut}>
      <Table label="Who would be shut out" columns={['Member', 'E-mail', 'Why']}>
        {shown.map(({ uid, email, reason }) => (
          <tr key={uid}>
            <Td>
              <MemberName uid={uid} />
            </Td>
            <Td name="E-mail">
              <span className={styles.whole}>{email ?? '–'}</span>
            </Td>
            <Td name="Why">{reason}</Td>
          </tr>
        ))}
      </Table>
      {shown.length < shutOut.length && (
        <div className={parts.more}>
          <Button onClick={() => setAll(true)}>Show all {shutOut.length}</Button>
        </div>
      )}
    </div>
  )
}

function MemberName({ uid }: { readonly uid: string }) {
  const { data } = useName(uid)
  return data?.name ?? uid
}

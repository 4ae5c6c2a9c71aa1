import type { ReactNode } from 'react'
import { useMode } from '../../../session/mode.tsx'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'

/** What live and test data share can be viewed in test mode, but changed only in live mode. */
export function LiveOnly({ children }: { readonly children: ReactNode }) {
  const { mode, setMode } = useMode()
  if (mode === 'live') return children
  return (
    <>
      <Note tone="info">
        <span className={parts.row}>
          These settings are shared by live and test mode and can only be changed in live mode.
          <Button onClick={() => setMode('live')}>Switch to live</Button>
        </span>
      </Note>
      <fieldset className={parts.locked} disabled>
        {children}
      </fieldset>
    </>
  )
}

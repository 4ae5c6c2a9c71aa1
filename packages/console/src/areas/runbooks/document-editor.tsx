import type { Kind } from '@svc/model'
import { useRef, useState } from 'react'
import { useRecord, useUpdate } from '../../api/records.ts'
import { stepBackFrom } from '../../api/step-back.ts'
import { useUndo } from '../../api/undo.ts'
import { LeaveGuard } from '../../form/leave-guard.tsx'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { tell } from '../../design/toast.tsx'
import { said } from '../../design/trouble.ts'
import styles from './document-panel.module.css'
import { KeptImages } from './kept-images.tsx'
import { useImages } from './use-images.ts'
import { ImagesOf } from '../../values/markdown/images-of.ts'
import { MarkdownEditor } from '../../form/markdown-editor/markdown-editor.tsx'

interface DocumentEditorProps {
  readonly kind: Kind
  readonly id: string
  readonly text: string
  onDone(): void
}

export function DocumentEditor({ kind, id, text, onDone }: DocumentEditorProps) {
  const [draft, setDraft] = useState(text)
  const found = useRecord(kind, id)
  // The ETag from when editing began, so that changes made meanwhile are not overwritten.
  const [etag] = useState(found.data?.etag)
  const update = useUpdate(kind, id)
  const undo = useUndo()
  const images = useImages(id)
  const isDirty = draft !== text
  const isDone = useRef(false)
  const close = () => {
    isDone.current = true
    onDone()
  }
  const save = () =>
    update.mutate(
      { changes: { bodyMd: draft }, etag: etag ?? null },
      {
        onSuccess: (saved) => {
          const changes = { bodyMd: draft }
          const before = { bodyMd: text }
          tell('Saved', undefined, undo.edits(kind, [stepBackFrom(kind, { changes, before, saved })]))
          close()
        },
      },
    )
  return (
    <div className={styles.panel}>
      {update.error && <Note tone="bad">{said(update.error)}</Note>}
      <ImagesOf value={id}>
        <MarkdownEditor value={draft} onChange={setDraft} keepImage={images.keep} aria-label="Runbook text" />
      </ImagesOf>
      <div className={styles.foot}>
        <p>Markdown. HTML is shown as text. Paste or drop images into it.</p>
        <Button onClick={close}>{isDirty ? 'Discard' : 'Close'}</Button>
        <Button look="primary" disabled={!isDirty || update.isPending} onClick={save}>
          Save
        </Button>
      </div>
      <KeptImages images={images} text={draft} />
      <LeaveGuard isNeeded={() => isDirty && !isDone.current} onLeave={() => {}} noun={kind.noun} />
    </div>
  )
}

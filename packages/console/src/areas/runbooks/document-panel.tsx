import { NotebookText, Pencil } from 'lucide-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RecordProps } from '../../values/area-parts.ts'
import { useMay } from '../../api/use-may.ts'
import { Button } from '../../design/button.tsx'
import { Empty } from '../../design/empty.tsx'
import { DocumentEditor } from './document-editor.tsx'
import styles from './document-panel.module.css'
import { ImagesOf } from '../../values/markdown/images-of.ts'
import { Markdown } from '../../values/markdown/markdown.tsx'

/** The text of a runbook; those who may change it edit it in place. */
export function DocumentPanel({ kind, record }: RecordProps) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const mayEdit = useMay(kind, 'update')
  const text = String(record.bodyMd ?? '')
  const setWriting = (isWriting: boolean) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, write: isWriting ? true : undefined }),
      replace: true,
    })
  if (mayEdit && search.write) {
    return <DocumentEditor kind={kind} id={String(record.id)} text={text} onDone={() => setWriting(false)} />
  }
  const write = mayEdit && (
    <Button onClick={() => setWriting(true)}>
      <Pencil aria-hidden />
      {text.trim() === '' ? 'Write it' : 'Edit text'}
    </Button>
  )
  if (text.trim() === '') {
    return (
      <Empty icon={NotebookText} title="This runbook is empty" actions={write}>
        What should the person on call do when this wakes them at night?
      </Empty>
    )
  }
  return (
    <div className={styles.panel}>
      {write && <div className={styles.actions}>{write}</div>}
      <ImagesOf value={String(record.id)}>
        <Markdown text={withoutTitle(text, String(record.title))} />
      </ImagesOf>
    </div>
  )
}

/** The page already has the title as its heading, so a title at the start of the document is dropped. */
function withoutTitle(text: string, title: string): string {
  const begun = text.trimStart()
  const end = begun.indexOf('\n')
  // Without a regular expression: one that looks for the heading could be made to backtrack forever.
  const isTitle = end > 0 && /^#\s/.test(begun) && begun.slice(1, end).trim() === title
  return isTitle ? begun.slice(end + 1) : text
}

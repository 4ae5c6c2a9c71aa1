import { Upload, X } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { Field, TextArea } from '../../design/field.tsx'
import { Note } from '../../design/note.tsx'
import { said } from '../../design/trouble.ts'
import unseen from '../../design/unseen.module.css'
import { useFirstFocus } from '../../design/use-first-focus.ts'
import { useForm } from '../../design/use-form.ts'
import { LeaveGuard } from '../../form/leave-guard.tsx'
import { useKeptDraft } from '../../form/use-kept-draft.ts'
import { isOvertaken } from '../../form/use-save.ts'
import { useMode } from '../../session/mode.tsx'
import { useSession } from '../../session/session.tsx'
import { type CheckedSpec, checkSpec, maxInWords } from './check-spec.ts'
import { textOf } from './file-text.ts'
import { inKilobytes } from './kilobytes.ts'
import styles from './spec-editor.module.css'
import { type KeptText, useKeepSpec } from './use-spec.ts'

/** What a text field of a browser takes without making people wait; longer texts are shown by their size. */
const maxTyped = 300_000

interface SpecEditorProps {
  readonly apiId: string
  /** What is kept now. */
  readonly kept: KeptText | undefined
  onDone(): void
}

/** Takes a specification as text or file, and says what it is before it is kept. */
export function SpecEditor({ apiId, kept, onDone }: SpecEditorProps) {
  const { mode } = useMode()
  const { user } = useSession()
  const from = kept ? { record: { spec: kept.text }, etag: kept.etag } : null
  const storageKey = `svc.draft.${user.id}.${mode}.spec.${apiId}`
  const draft = useKeptDraft(storageKey, from, ({ spec }) => ({ spec: spec ?? '' }))
  const text = String(draft.draft.spec)
  const checked = useChecked(text)
  const { keep, current } = useKeepSpec(apiId)
  const [isOver, setOver] = useState(false)
  const [isDragged, setDragged] = useState(false)
  const [unread, setUnread] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const frame = useFirstFocus<HTMLFormElement>()
  const isDone = useRef(false)
  const isLong = text.length > maxTyped

  const close = () => {
    isDone.current = true
    draft.forget()
    onDone()
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    setUnread(undefined)
    try {
      draft.set({ spec: await textOf(file) })
    } catch (error) {
      setUnread(said(error))
    }
  }
  const drop = (event: DragEvent) => {
    setDragged(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  const form = useForm(async () => {
    const { base } = draft
    const began = base?.record.spec
    const before = typeof began === 'string' ? { text: began, etag: base?.etag ?? null } : undefined
    // Where there was none, no tag would tell that there is one by now.
    if (!isOver && !before && kept) return setOver(true)
    try {
      // Whoever was told that somebody else has changed it decides what to do about it.
      if (isOver) await keep(text, await current(), null)
      else await keep(text, before)
    } catch (error) {
      if (!isOvertaken(error)) throw error
      return setOver(true)
    }
    close()
  })
  const isReady = draft.isDirty && checked !== null && checked.refused === null && !form.isBusy
  return (
    <form
      ref={frame}
      className={classes(styles.form, isDragged && styles.dragged)}
      aria-label="Specification"
      onSubmit={form.onSubmit}
      noValidate
      onDrop={drop}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragged(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragged(false)
      }}
    >
      {draft.wasKept && draft.isDirty && (
        <Note tone="info">
          What you had not saved has been restored.{' '}
          <button type="button" className={styles.inline} onClick={() => draft.reset()}>
            Discard it
          </button>
        </Note>
      )}
      {isLong ? (
        <div className={styles.long}>
          <p>A text of {inKilobytes(checked?.bytes ?? text.length)}, too long to be edited here.</p>
          <Button onClick={() => draft.set({ spec: '' })}>
            <X aria-hidden />
            Clear
          </Button>
        </div>
      ) : (
        <Field
          label="Specification"
          hint={`OpenAPI, AsyncAPI, GraphQL or proto, up to ${maxInWords}. Paste it, or drop a file here.`}
          error={form.faults.get('spec')}
        >
          {(control) => (
            <TextArea
              {...control}
              className={styles.text}
              rows={18}
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={({ target }) => draft.set({ spec: target.value })}
            />
          )}
        </Field>
      )}
      <div className={styles.found} role="status">
        {checked && text !== '' && <Found of={checked} />}
      </div>
      {unread && <Note tone="bad">{unread}</Note>}
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      {isOver && (
        <Note tone="warn">
          Somebody else has changed the specification since you began. Save again to put yours in its place.
        </Note>
      )}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" disabled={!isReady}>
          {kept ? 'Replace' : 'Save'}
        </Button>
        <Button onClick={() => input.current?.click()}>
          <Upload aria-hidden />
          Choose a file
        </Button>
        <input
          ref={input}
          className={unseen.unseen}
          type="file"
          accept=".json,.yaml,.yml,.graphql,.graphqls,.gql,.proto,.txt"
          tabIndex={-1}
          aria-label="File with the specification"
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = ''
          }}
        />
        <Button look="quiet" onClick={close}>
          {draft.isDirty ? 'Discard' : 'Cancel'}
        </Button>
      </div>
      <LeaveGuard
        isNeeded={() => draft.isDirty && !isDone.current}
        onLeave={draft.forget}
        noun="specification"
      />
    </form>
  )
}

const Found = ({ of: { format, bytes, title, refused, wrong } }: { readonly of: CheckedSpec }) =>
  refused ? (
    <Note tone="bad">{refused}</Note>
  ) : (
    <>
      <p className={styles.facts}>
        <Badge word={format} />
        {title && <strong>{title}</strong>}
        <span className={styles.faint}>{inKilobytes(bytes)}</span>
      </p>
      {wrong && <Note tone="warn">{wrong} It can be kept, and its text is shown.</Note>}
    </>
  )

const pauseMs = 250

/** What is known of a text, once nobody has typed for a moment. */
function useChecked(text: string): CheckedSpec | null {
  const [checked, setChecked] = useState<CheckedSpec | null>(null)
  useEffect(() => {
    let isStale = false
    const timer = setTimeout(() => {
      void checkSpec(text).then((found) => {
        if (!isStale) setChecked(found)
      })
    }, pauseMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [text])
  return checked?.text === text ? checked : null
}

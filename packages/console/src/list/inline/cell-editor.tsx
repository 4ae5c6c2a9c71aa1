import { Popover } from '@base-ui/react/popover'
import type { Fields } from '@svc/client'
import { fieldLabel, type Kind, titleOf } from '@svc/model'
import { useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import popover from '../../design/popover.module.css'
import { Cell } from '../../values/cell.tsx'
import { giveBackFocus } from './give-back-focus.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import { choicesFor } from './choices.ts'
import styles from './inline.module.css'
import { useInlineSave } from './use-inline-save.ts'
import { ValueForm } from './value-form.tsx'

export interface Editing {
  readonly kind: Kind
  readonly record: Fields
  readonly key: string
  /** The cell, and what gets the focus back. */
  readonly cell: HTMLElement
}

/** Changes one value where it stands: a menu of its values, or a small form. */
export function CellEditor({ of, onClose: end }: { readonly of: Editing; onClose(): void }) {
  const { kind, record, key, cell } = of
  const field = kind.fields[key]
  const popup = useRef<HTMLDivElement>(null)
  const onClose = () => {
    giveBackFocus(cell, popup.current)
    end()
  }
  const save = useInlineSave(kind, record, key, onClose)
  const { problem, conflict, isBusy } = save
  const [wanted, setWanted] = useState<unknown>(record[key] ?? null)
  if (!field) return null
  const choices = choicesFor(field)
  const label = `${fieldLabel(kind, key)} of ${titleOf(kind, record)}`
  if (choices && !problem && !conflict)
    return (
      <ChoiceMenu
        label={label}
        field={field}
        choices={choices}
        value={record[key] ?? null}
        anchor={cell}
        popup={popup}
        isBusy={isBusy}
        onChoose={(value) => {
          setWanted(value)
          void save.save(value)
        }}
        onClose={onClose}
      />
    )
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner className={popover.positioner} anchor={cell} align="start" sideOffset={2}>
          <Popover.Popup
            ref={popup}
            className={popover.popup}
            initialFocus={() => document.querySelector<HTMLElement>(`.${styles.editor} input`)}
            finalFocus={false}
          >
            <Popover.Title className={popover.title}>{label}</Popover.Title>
            {problem && <Note tone="bad">Not saved. {problem}</Note>}
            {conflict ? (
              <>
                <Note tone="warn">Somebody else has changed it since this list was loaded.</Note>
                <dl className={styles.values}>
                  <dt>Now</dt>
                  <dd>
                    <Cell field={field} value={conflict.now.record[key]} />
                  </dd>
                  <dt>Yours</dt>
                  <dd>
                    <Cell field={field} value={conflict.wanted} />
                  </dd>
                </dl>
                <div className={styles.buttons}>
                  <Button look="primary" onClick={() => save.keepTheirs(conflict)}>
                    Keep theirs
                  </Button>
                  <Button onClick={() => void save.save(conflict.wanted, conflict.now.record[key])}>
                    Save mine
                  </Button>
                </div>
              </>
            ) : choices ? (
              <div className={styles.buttons}>
                <Button look="primary" disabled={isBusy} onClick={() => void save.save(wanted)}>
                  Try again
                </Button>
                <Button onClick={onClose}>Cancel</Button>
              </div>
            ) : (
              <ValueForm
                kind={kind}
                record={record}
                name={key}
                isBusy={isBusy}
                onSave={(value) => void save.save(value)}
                onCancel={onClose}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

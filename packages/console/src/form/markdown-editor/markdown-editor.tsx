import {
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
} from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { classes } from '../../design/classes.ts'
import { type ControlProps, TextArea } from '../../design/field.tsx'
import { Markdown } from '../../values/markdown/markdown.tsx'
import { ImagePicker, ImageProgress } from './image-picker.tsx'
import { type Mark, marks } from './marks.ts'
import { useImageDrop } from './use-image-drop.ts'
import styles from './markdown-editor.module.css'

const pictures: Readonly<Record<string, LucideIcon>> = {
  heading: Heading,
  bold: Bold,
  italic: Italic,
  link: Link,
  code: Code,
  steps: ListOrdered,
  list: List,
  tasks: ListChecks,
}

interface MarkdownEditorProps extends Partial<ControlProps> {
  readonly value: string
  readonly 'aria-label'?: string
  /** Where images are kept, if they can be: answers with what the text then says. */
  keepImage?(file: File): Promise<string>
  onChange(value: string): void
}

/** Markdown beside its preview; on a narrow screen one at a time. */
export function MarkdownEditor({ value, onChange, keepImage, ...control }: MarkdownEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPreview, setPreview] = useState(false)
  // Typing stays fast however long the document is.
  const shown = useDeferredValue(value)
  const use = (mark: Mark) => {
    if (area.current) replaceSelected(area.current, mark, onChange)
  }
  const images = useImageDrop(keepImage, (text) => use({ id: 'image', label: 'Image', apply: () => text }))
  const onKeyDown = (event: KeyboardEvent) => {
    const mark = (event.ctrlKey || event.metaKey) && marks.find(({ key }) => key === event.key.toLowerCase())
    if (!mark) return
    event.preventDefault()
    use(mark)
  }
  return (
    <div className={classes(styles.editor, isPreview && styles.isPreview)}>
      <div className={styles.tools} role="toolbar" aria-label="Formatting">
        {marks.map((mark) => {
          const Picture = pictures[mark.id] ?? Code
          return (
            <Button
              key={mark.id}
              look="quiet"
              square
              aria-label={mark.label}
              title={mark.key ? `${mark.label} (Ctrl ${mark.key.toUpperCase()})` : mark.label}
              onClick={() => use(mark)}
            >
              <Picture aria-hidden />
            </Button>
          )
        })}
        {keepImage && <ImagePicker onPick={images.add} />}
        <Button
          look="quiet"
          className={styles.toggle}
          aria-pressed={isPreview}
          onClick={() => setPreview(!isPreview)}
        >
          {isPreview ? 'Write' : 'Preview'}
        </Button>
      </div>
      <TextArea
        ref={area}
        className={styles.text}
        value={value}
        spellCheck
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        {...images.handlers}
        {...control}
      />
      <ImageProgress images={images} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.preview} aria-label="Preview" tabIndex={0}>
        {shown.trim() === '' ? (
          <p className={styles.nothing}>The preview appears here as you write.</p>
        ) : (
          <Markdown text={shown} />
        )}
      </section>
    </div>
  )
}

/** Edits through the browser where it can, so that undo works. */
function replaceSelected(area: HTMLTextAreaElement, mark: Mark, onChange: (value: string) => void): void {
  const { selectionStart: start, selectionEnd: end, value } = area
  const made = mark.apply(value.slice(start, end))
  area.focus()
  if (document.execCommand('insertText', false, made)) area.setSelectionRange(start, start + made.length)
  else onChange(`${value.slice(0, start)}${made}${value.slice(end)}`)
}

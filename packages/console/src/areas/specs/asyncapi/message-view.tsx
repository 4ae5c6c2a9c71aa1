import { CodeBlock } from '../../../values/markdown/code-block.tsx'
import { Markdown } from '../../../values/markdown/markdown.tsx'
import type { Untyped } from '../untyped.ts'
import type { Message } from '../openapi/reference-of.ts'
import styles from '../openapi/reference.module.css'
import { Opening, SchemaView } from '../openapi/schema-view.tsx'

interface MessageProps {
  readonly document: Untyped
  readonly message: Message
}

/** A message by its name, which expands. */
export const MessageLine = ({ document, message }: MessageProps) => (
  <Opening
    head={
      <>
        <code className={styles.name}>{message.name || 'message'}</code>
        <span className={styles.type}>{message.mediaType}</span>
        {message.title && <span className={styles.summary}>{message.title}</span>}
      </>
    }
  >
    <MessageView document={document} message={message} />
  </Opening>
)

export function MessageView({ document, message }: MessageProps) {
  const { about, headers, payload, language, example } = message
  return (
    <div className={styles.body}>
      {about && <Markdown text={about} />}
      {headers !== undefined && (
        <Opening head={<span className={styles.faint}>Headers</span>}>
          <SchemaView document={document} schema={headers} />
        </Opening>
      )}
      {payload !== undefined && !language && <SchemaView document={document} schema={payload} />}
      {payload !== undefined && language && (
        <>
          <p className={styles.faint}>Its payload is described in {language}:</p>
          <CodeBlock text={asWritten(payload)} />
        </>
      )}
      {example !== undefined && <CodeBlock text={asWritten(example)} />}
    </div>
  )
}

const asWritten = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

import { type ReactNode, useMemo, useState } from 'react'
import { Input } from '../../../design/field.tsx'
import { Note } from '../../../design/note.tsx'
import { Markdown } from '../../../values/markdown/markdown.tsx'
import { asyncReferenceOf } from '../asyncapi/async-reference.ts'
import { MessageLine } from '../asyncapi/message-view.tsx'
import type { Untyped } from '../untyped.ts'
import { faultsIn } from './faults.ts'
import { OperationView } from './operation-view.tsx'
import { type ApiOperation, referenceOf } from './reference-of.ts'
import styles from './reference.module.css'
import { Line } from './schema-view.tsx'

interface ReferenceProps {
  readonly document: Untyped
  /** The operation in the address. */
  readonly asked: string | undefined
  onOpen(operationKey: string): void
  /** Extra controls for an operation. */
  actions?(operation: ApiOperation): ReactNode
}

/** A spec as a reference: operations by tag, then messages and schemas. */
export function ReferenceView({ document: given, asked, onOpen, actions }: ReferenceProps) {
  const reference = useMemo(
    () => (given.asyncapi === undefined ? referenceOf(given) : asyncReferenceOf(given)),
    [given],
  )
  const faults = useMemo(() => faultsIn(given), [given])
  const [words, setWords] = useState('')
  const { document, title, version, about, servers, groups, schemas, messages } = reference
  const fits = ({ key, summary }: ApiOperation) =>
    `${key} ${summary}`.toLowerCase().includes(words.trim().toLowerCase())
  const shown = groups
    .map((group) => ({ ...group, operations: group.operations.filter(fits) }))
    .filter(({ operations }) => operations.length > 0)
  return (
    <div className={styles.reference}>
      {faults.length > 0 && (
        <Note tone="warn">
          <p>
            {faults.length === 1 ? 'There is one problem' : `There are ${faults.length} problems`} with this
            spec:
          </p>
          <ul className={styles.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Note>
      )}
      <header className={styles.head}>
        <h2>
          {title || 'Untitled'} {version && <span className={styles.version}>{version}</span>}
        </h2>
        {servers.length > 0 && (
          <p className={styles.servers}>
            {servers.map((server) => (
              <code key={server}>{server}</code>
            ))}
          </p>
        )}
        {about && <Markdown text={about} />}
      </header>
      <Input
        type="search"
        className={styles.search}
        aria-label="Find an operation"
        placeholder="Find an operation…"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {shown.map(({ tag, about: said, operations }) => (
        <section key={tag}>
          <h3 className={styles.tag}>{tag}</h3>
          {said && <Markdown text={said} />}
          <div className={styles.operations}>
            {operations.map((operation) => (
              <OperationView
                key={operation.key}
                document={document}
                operation={operation}
                isAsked={asked === operation.key}
                onOpen={onOpen}
                actions={actions}
              />
            ))}
          </div>
        </section>
      ))}
      {words !== '' && shown.length === 0 && <p className={styles.faint}>No matching operations.</p>}
      {messages.length > 0 && words === '' && (
        <section>
          <h3 className={styles.tag}>Messages</h3>
          <ul className={styles.properties}>
            {messages.map((message) => (
              <li key={message.name}>
                <MessageLine document={document} message={message} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {schemas.length > 0 && words === '' && (
        <section>
          <h3 className={styles.tag}>Schemas</h3>
          <ul className={styles.properties}>
            {schemas.map(({ name, schema }) => (
              <li key={name}>
                <Line document={document} name={name} schema={schema} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '../../../design/classes.ts'
import { CodeBlock } from '../../../values/markdown/code-block.tsx'
import { Markdown } from '../../../values/markdown/markdown.tsx'
import { type Untyped, inJson } from '../untyped.ts'
import { MessageLine, MessageView } from '../asyncapi/message-view.tsx'
import type { ApiOperation, Body, Message } from './reference-of.ts'
import styles from './reference.module.css'
import { Line, Opening, SchemaView } from './schema-view.tsx'

interface OperationProps {
  readonly document: Untyped
  readonly operation: ApiOperation
  readonly isAsked: boolean
  onOpen(key: string): void
  actions?: ((operation: ApiOperation) => ReactNode) | undefined
}

const places = ['path', 'query', 'header', 'cookie']

/** One operation: a line that expands. It has its own address, so that it can be shared. */
export function OperationView({ document, operation, isAsked, onOpen, actions }: OperationProps) {
  const [isOpen, setOpen] = useState(isAsked)
  const own = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the operation in the address when the page was opened.
  useEffect(() => {
    if (isAsked) own.current?.scrollIntoView({ block: 'start' })
  }, [])
  const { method, path, summary, isDeprecated } = operation
  return (
    <details
      ref={own}
      className={styles.operation}
      open={isOpen}
      onToggle={(event) => {
        const { open } = event.currentTarget
        if (open && !isOpen) onOpen(operation.key)
        setOpen(open)
      }}
    >
      <summary>
        <span className={classes(styles.method, styles[method.toLowerCase()])}>{method}</span>
        <code className={classes(styles.path, isDeprecated && styles.deprecated)}>{path}</code>
        <span className={styles.summary}>{summary}</span>
      </summary>
      {isOpen && <Inside document={document} operation={operation} actions={actions} />}
    </details>
  )
}

function Inside({
  document,
  operation,
  actions,
}: Pick<OperationProps, 'document' | 'operation' | 'actions'>) {
  const { about, parameters, body, answers, security, isDeprecated, messages, replies } = operation
  const byPlace = Map.groupBy(parameters, ({ place }) => place)
  return (
    <div className={styles.inside}>
      {isDeprecated && <p className={styles.required}>Deprecated</p>}
      {about && <Markdown text={about} />}
      {security.length > 0 && <p className={styles.faint}>Needs {[...new Set(security)].join(' or ')}</p>}
      {[...new Set([...places, ...byPlace.keys()])].map((place) => {
        const own = byPlace.get(place)
        return (
          own && (
            <section key={place}>
              <h4>In the {place}</h4>
              <ul className={styles.properties}>
                {own.map(({ name, schema, isRequired, about: said }) => (
                  <li key={name}>
                    <Line document={document} name={name} schema={schema} isRequired={isRequired} />
                    {said && <Markdown text={said} />}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
      {body && (
        <section>
          <h4>Body {body.isRequired && <span className={styles.required}>required</span>}</h4>
          {body.about && <Markdown text={body.about} />}
          <Bodies document={document} bodies={body.bodies} />
        </section>
      )}
      {actions?.(operation)}
      <Messages one="Message" several="Messages" document={document} messages={messages} />
      <Messages one="Reply" several="Replies" document={document} messages={replies} />
      {answers.length > 0 && (
        <section>
          <h4>Responses</h4>
          {answers.map(({ status, about: said, bodies }) => (
            <div key={status} className={styles.answer}>
              <div className={styles.outcome}>
                <code className={classes(styles.status, styles[`is${status.charAt(0)}`])}>{status}</code>
                <Markdown text={said} />
              </div>
              {/^[45]/.test(status) && bodies.length > 0 ? (
                <Opening head={<span className={styles.faint}>Show the body</span>}>
                  <Bodies document={document} bodies={bodies} />
                </Opening>
              ) : (
                <Bodies document={document} bodies={bodies} />
              )}
            </div>
          ))}
        </section>
      )}
    </div>
  )
}

interface MessagesProps {
  readonly one: string
  readonly several: string
  readonly document: Untyped
  readonly messages: readonly Message[]
}

/** A single message is shown expanded; several are collapsed. */
function Messages({ one, several, document, messages }: MessagesProps) {
  const [only, ...others] = messages
  if (!only) return null
  return (
    <section>
      <h4>{others.length === 0 ? `${one} ${only.name}` : several}</h4>
      {others.length === 0 ? (
        <MessageView document={document} message={only} />
      ) : (
        <ul className={styles.properties}>
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages may share a name and never move.
            <li key={index}>
              <MessageLine document={document} message={message} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Bodies = ({ document, bodies }: { readonly document: Untyped; readonly bodies: readonly Body[] }) =>
  bodies.map(({ mediaType, schema, example }) => (
    <div key={mediaType} className={styles.body}>
      <p className={styles.faint}>{mediaType}</p>
      {schema !== undefined && <SchemaView document={document} schema={schema} />}
      {example !== undefined && (
        <CodeBlock text={typeof example === 'string' ? example : inJson(example, 2)} />
      )}
    </div>
  ))

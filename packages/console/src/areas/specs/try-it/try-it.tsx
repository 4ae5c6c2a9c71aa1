import { Play } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../design/button.tsx'
import { classes } from '../../../design/classes.ts'
import { Field, TextArea } from '../../../design/field.tsx'
import { Note } from '../../../design/note.tsx'
import { TextField } from '../../../design/text-field.tsx'
import { CodeBlock } from '../../../values/markdown/code-block.tsx'
import { asList, asObject, inJson } from '../untyped.ts'
import type { ApiOperation, Parameter } from '../openapi/reference-of.ts'
import reference from '../openapi/reference.module.css'
import { Opening } from '../openapi/schema-view.tsx'
import { curlOf, firstBodyOf, keyOf, missingIn, requestOf } from './request-of.ts'
import { type Received, send } from './send.ts'
import styles from './try-it.module.css'

interface TryItProps {
  readonly operation: ApiOperation
  /** The server address in the description. */
  readonly server: string
  readonly token: string
}

type Outcome = 'none' | 'waiting' | { readonly received: Received } | { readonly problem: string }

/** A form for one operation that sends the request and shows the response. */
export function TryIt(props: TryItProps) {
  return (
    <Opening head={<strong>Try it</strong>}>
      <TryForm {...props} />
    </Opening>
  )
}

function TryForm({ operation, server, token }: TryItProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(() => firstBodyOf(operation))
  const [outcome, setOutcome] = useState<Outcome>('none')
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])
  const filled = { values, body }
  const request = requestOf(operation, filled, operation.servers[0] ?? server)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(operation, filled)
    if (missing.length > 0) return setOutcome({ problem: `Required: ${missing.join(', ')}.` })
    underWay.current?.abort()
    const own = new AbortController()
    underWay.current = own
    setOutcome('waiting')
    try {
      setOutcome({ received: await send(request, token, own.signal) })
    } catch (error) {
      if (!own.signal.aborted) setOutcome({ problem: problemOf(error) })
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {operation.parameters.length > 0 && (
        <div className={styles.parameters}>
          {operation.parameters.map((parameter) => (
            <TextField
              key={keyOf(parameter)}
              label={parameter.name}
              isOptional={!parameter.isRequired}
              hint={hintOf(parameter)}
              spellCheck={false}
              autoComplete="off"
              value={values[keyOf(parameter)] ?? ''}
              onChange={(value) => setValues({ ...values, [keyOf(parameter)]: value })}
            />
          ))}
        </div>
      )}
      {operation.body && (
        <Field label="Body" isOptional={!operation.body.isRequired}>
          {(control) => (
            <TextArea
              {...control}
              className={styles.body}
              rows={Math.min(16, body.split('\n').length + 1)}
              spellCheck={false}
              value={body}
              onChange={({ target }) => setBody(target.value)}
            />
          )}
        </Field>
      )}
      <div className={styles.actions}>
        <Button type="submit" look="primary" disabled={outcome === 'waiting'}>
          <Play aria-hidden />
          {outcome === 'waiting' ? 'Sending…' : 'Send'}
        </Button>
        <span className={reference.faint}>
          {token ? 'Uses your token.' : 'No token: uses the session of the person signed in here.'}
        </span>
      </div>
      <div aria-live="polite">
        {typeof outcome === 'object' && 'problem' in outcome && <Note tone="bad">{outcome.problem}</Note>}
        {typeof outcome === 'object' && 'received' in outcome && <Answer {...outcome.received} />}
      </div>
      <Opening head={<span className={reference.faint}>As a curl command</span>}>
        <CodeBlock text={curlOf(request, window.location.origin)} />
      </Opening>
    </form>
  )
}

function Answer({ status, tookMs, headers, body, isCut }: Received) {
  return (
    <section className={styles.answer}>
      <h5>
        <code className={classes(reference.status, reference[`is${String(status).charAt(0)}`])}>
          {status}
        </code>{' '}
        <span className={reference.faint}>{Math.round(tookMs)} ms</span>
      </h5>
      {body && <CodeBlock text={body} />}
      {isCut && <p className={reference.faint}>Only the first million bytes are shown.</p>}
      <Opening head={<span className={reference.faint}>Headers</span>}>
        <CodeBlock text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
      </Opening>
    </section>
  )
}

function hintOf({ place, schema }: Parameter): string {
  const words = asList(asObject(schema).enum).map((value) => inJson(value).replaceAll('"', ''))
  const values = words.length > 0 && words.length <= 8 ? `: ${words.join(', ')}` : ''
  return `In the ${place}${values}`
}

const problemOf = (error: unknown): string =>
  error instanceof TypeError
    ? 'The server cannot be reached, or a header contains an invalid character.'
    : `The request could not be sent: ${error instanceof Error ? error.message : String(error)}`

import { type ReactNode, useState } from 'react'
import { Markdown } from '../../../values/markdown/markdown.tsx'
import { asList, asObject, asText, type Untyped } from '../untyped.ts'
import { resolved } from './reference-of.ts'
import styles from './reference.module.css'
import { limitsOf, partsOf, typeOf } from './schema-words.ts'

interface SchemaProps {
  readonly document: Untyped
  readonly schema: unknown
}

/** The structure of a value, one level at a time: deeper levels expand on demand. */
export function SchemaView({ document, schema }: SchemaProps) {
  const found = resolved(document, schema)
  const { properties, required } = partsOf(document, schema)
  const choices = [...asList(found.oneOf), ...asList(found.anyOf)]
  const items = found.items
  if (properties.length > 0) {
    return (
      <ul className={styles.properties}>
        {properties.map(([name, property]) => (
          <li key={name}>
            <Line document={document} name={name} schema={property} isRequired={required.has(name)} />
          </li>
        ))}
      </ul>
    )
  }
  if (choices.length > 0) {
    return (
      <ul className={styles.properties}>
        {choices.map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices have no names and never move.
          <li key={index}>
            <Line document={document} name="" schema={choice} />
          </li>
        ))}
      </ul>
    )
  }
  if (items !== undefined) return <Line document={document} name="each" schema={items} />
  return <Line document={document} name="" schema={schema} />
}

interface LineProps extends SchemaProps {
  readonly name: string
  readonly isRequired?: boolean
  readonly more?: ReactNode
}

/** A name, its type and description; expands where it has parts. */
export function Line({ document, name, schema, isRequired = false, more }: LineProps) {
  const found = resolved(document, schema)
  const inner = found.items === undefined ? found : resolved(document, found.items)
  const hasInside = isDeep(inner)
  const about = asText(found.description)
  const limits = limitsOf(found)
  const head = (
    <>
      {name && <code className={styles.name}>{name}</code>}
      <span className={styles.type}>{typeOf(document, schema)}</span>
      {isRequired && <span className={styles.required}>required</span>}
      {found.deprecated === true && <span className={styles.faint}>deprecated</span>}
      {more}
    </>
  )
  return (
    <div className={styles.line}>
      {hasInside ? (
        <Opening head={head}>
          <SchemaView document={document} schema={found.items ?? schema} />
        </Opening>
      ) : (
        <p>{head}</p>
      )}
      {about && <Markdown text={about} />}
      {limits.length > 0 && <p className={styles.faint}>{limits.join(' · ')}</p>}
    </div>
  )
}

const isDeep = (schema: Untyped): boolean =>
  ['properties', 'allOf', 'oneOf', 'anyOf'].some((key) => Object.keys(Object(schema[key])).length > 0) ||
  Object.keys(asObject(schema.items)).length > 0

/** Its content is rendered when it is expanded: schemas may be circular. */
export function Opening({ head, children }: { readonly head: ReactNode; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.inner} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{head}</summary>
      {isOpen && children}
    </details>
  )
}

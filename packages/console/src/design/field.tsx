import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'

/** What a control needs so that screen readers announce its name, description and error. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
}

export interface FieldProps {
  readonly label: string
  readonly isOptional?: boolean | undefined
  readonly hint?: ReactNode
  /** The server's error message. */
  readonly error?: string | undefined
  children(control: ControlProps): ReactNode
}

export function Field({ label, isOptional = false, hint, error, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label id={`${id}-label`} className={styles.label} htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** For a composite control, which a label cannot point at. */
export const labelledBy = (id: string): string => `${id}-label`

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input className={classes(styles.control, className)} {...rest} />
)

export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={classes(styles.control, className)} {...rest} />
)

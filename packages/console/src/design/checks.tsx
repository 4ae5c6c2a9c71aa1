import styles from './parts.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
  readonly about?: string
  readonly isDisabled?: boolean
}

interface ChecksProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: readonly string[]
  readonly error?: string | undefined
  onChange(value: readonly string[]): void
}

/** Multiple choice from a few values. */
export const Checks = ({ label, choices, value, error, onChange }: ChecksProps) => (
  <fieldset className={styles.checks} aria-invalid={error ? true : undefined}>
    <legend>{label}</legend>
    {choices.map(({ value: one, label: name, about, isDisabled = false }) => (
      <label key={one} className={styles.check}>
        <input
          type="checkbox"
          checked={value.includes(one)}
          disabled={isDisabled}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, one] : value.filter((held) => held !== one))
          }
        />
        <span>
          {name}
          {about && <small>{about}</small>}
        </span>
      </label>
    ))}
    {error && <p className={styles.fault}>{error}</p>}
  </fieldset>
)

/** A single yes-or-no checkbox. */
export const Check = ({
  label,
  about,
  value,
  onChange,
}: {
  readonly label: string
  readonly about?: string | undefined
  readonly value: boolean
  onChange(value: boolean): void
}) => (
  <label className={styles.check}>
    <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
    <span>
      {label}
      {about && <small>{about}</small>}
    </span>
  </label>
)

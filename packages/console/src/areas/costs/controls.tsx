import { Link, useNavigate } from '@tanstack/react-router'
import { Input } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import views from '../../design/views.module.css'
import styles from './costs.module.css'
import { comparisons, type CostView, ranges } from './range.ts'

const groupings = [
  ['team', 'Team'],
  ['system', 'System'],
  ['domain', 'Domain'],
  ['project', 'Project'],
  ['service', 'Service'],
] as const

interface ControlsProps {
  readonly view: CostView
  /** Those that anything was spent in. */
  readonly currencies: readonly string[]
}

/** What is shown: all of it is in the address bar, to be sent to somebody. */
export function Controls({ view, currencies }: ControlsProps) {
  const navigate = useNavigate()
  const go = (search: Readonly<Record<string, unknown>>) =>
    void navigate({ to: '/costs', search: ((before: object) => ({ ...before, ...search })) as never })
  const choices = [...new Set(['USD', view.currency, ...currencies])].sort()
  return (
    <div className={styles.controls}>
      <nav className={views.switch} aria-label="Add up by">
        {groupings.map(([by, label]) => (
          <Link
            key={by}
            to="/costs"
            search={((before: object) => ({ ...before, by })) as never}
            className={views.view}
            aria-current={view.by === by ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {view.by !== 'service' && (
        <>
          <Select
            aria-label="Period"
            value={view.range}
            options={[
              ...Object.entries(ranges).map(([value, { label }]) => ({ value, label })),
              { value: 'custom', label: 'From … to …' },
            ]}
            onChange={(range) =>
              range === 'custom'
                ? go({ range: undefined, from: view.from, to: view.to })
                : go({ range, from: undefined, to: undefined, compare: undefined })
            }
          />
          {view.range === 'custom' &&
            (['from', 'to'] as const).map((end) => (
              <Input
                key={end}
                type="date"
                className={styles.day ?? ''}
                aria-label={end === 'from' ? 'From' : 'To'}
                value={view[end]}
                max={new Date().toISOString().slice(0, 10)}
                onChange={({ target }) => target.value && go({ [end]: target.value })}
              />
            ))}
          <Select
            aria-label="Compared with"
            value={view.compare}
            options={Object.entries(comparisons).map(([value, label]) => ({
              value,
              label: `Compared with ${label}`,
            }))}
            onChange={(compare) => go({ compare })}
          />
          {choices.length > 1 && (
            <Select
              aria-label="Currency"
              value={view.currency}
              options={choices.map((value) => ({ value, label: value }))}
              onChange={(currency) => go({ currency })}
            />
          )}
        </>
      )}
    </div>
  )
}

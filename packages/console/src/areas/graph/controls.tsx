import { graphLimits, inWords } from '@svc/model'
import { Grid3x3, List, Network, Zap } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Menu } from '../../design/menu.tsx'
import { Select } from '../../design/select.tsx'
import { EntityPicker } from '../../form/picker/entity-picker.tsx'
import { entityKindOf } from '../../values/entity-look.ts'
import styles from './graph-page.module.css'
import { type SetSearch, defaultDepth, type GraphSearch } from './graph-search.ts'

const directions = [
  { value: 'both', label: 'Both ways' },
  { value: 'dependsOn', label: 'What it depends on' },
  { value: 'dependents', label: 'What depends on it' },
]

const depths = Array.from({ length: graphLimits.depth }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 step' : `${index + 1} steps`,
}))

interface ControlsProps {
  readonly search: GraphSearch
  readonly setSearch: SetSearch
  /** Every known type, chosen or not. */
  readonly types: readonly string[]
}

/** Which part of the graph is shown, and how. */
export function Controls({ search, setSearch, types }: ControlsProps) {
  const { root, to, direction, depth, isImpact, view } = search
  const isList = view === 'list'
  return (
    <>
      {root && !isImpact && !to && (
        <>
          <div className={styles.select}>
            <Select
              aria-label="Direction"
              value={direction}
              options={directions}
              onChange={(value) => setSearch({ direction: value === 'both' ? undefined : value })}
            />
          </div>
          <div className={styles.select}>
            <Select
              aria-label="Depth"
              value={String(depth)}
              options={depths}
              onChange={(value) =>
                setSearch({ depth: Number(value) === defaultDepth ? undefined : Number(value) })
              }
            />
          </div>
        </>
      )}
      {!isImpact && !to && types.length > 0 && (
        <Types chosen={search.types} types={types} setSearch={setSearch} />
      )}
      {root && (
        <Button
          aria-pressed={isImpact}
          className={isImpact ? styles.pressed : undefined}
          onClick={() => setSearch({ mode: isImpact ? undefined : 'impact', to: undefined, open: undefined })}
        >
          <Zap aria-hidden />
          Blast radius
        </Button>
      )}
      {root && !isImpact && (
        <EntityPicker
          label="Path to"
          placeholder="Path to…"
          onPick={({ kind, id }) => setSearch({ to: `${entityKindOf(kind)}:${id}`, at: undefined })}
        />
      )}
      {view !== 'matrix' && (
        <Button onClick={() => setSearch({ view: 'matrix' })}>
          <Grid3x3 aria-hidden />
          Matrix
        </Button>
      )}
      {view === 'matrix' && (
        <Button onClick={() => setSearch({ view: undefined })}>
          <Network aria-hidden />
          Graph
        </Button>
      )}
      <Button onClick={() => setSearch({ view: isList ? undefined : 'list' })}>
        {isList ? <Network aria-hidden /> : <List aria-hidden />}
        {isList ? 'Graph' : 'List'}
      </Button>
    </>
  )
}

interface TypesProps {
  readonly chosen: readonly string[]
  readonly types: readonly string[]
  readonly setSearch: SetSearch
}

function Types({ chosen, types, setSearch }: TypesProps) {
  const toggled = (type: string) =>
    chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type]
  const keep = (next: readonly string[]) =>
    setSearch({ types: next.length === 0 ? undefined : next.join(',') })
  return (
    <Menu
      trigger={
        <Button>{chosen.length === 0 ? 'All types' : chosen.map((type) => inWords(type)).join(', ')}</Button>
      }
      items={[
        { label: 'All types', onSelect: () => keep([]) },
        ...types.map((type) => ({
          label: `${chosen.includes(type) ? '✓ ' : ''}${inWords(type)}`,
          onSelect: () => keep(toggled(type)),
        })),
      ]}
    />
  )
}
